// return a promise that queues microtasks for ever, so that no timer or signal handler runs again
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
async function f() {
  for (;;) await null;
}
