// wait for ever on shared memory, which no event ends
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
function f() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0);
}
