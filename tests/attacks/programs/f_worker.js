// start threads that wait for ever on shared memory, or write replies after the function has returned
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const load = (name) => (process.getBuiltinModule?.(name) ?? process.mainModule.require(name));
function f() {
  try {
    const { Worker } = load('worker_threads');
    const shared = new SharedArrayBuffer(8);
    for (const text of ['Atomics.wait(new Int32Array(require("worker_threads").workerData), 0, 0)',
      'for (;;) require("fs").writeSync(3, "2\\n")', 'for (;;) ;'])
      new Worker(text, { eval: true, workerData: shared }).unref();
  } catch { /* no threads here */ }
  return 1;
}
