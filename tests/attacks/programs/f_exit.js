// end with status 0 before the host can reply
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
function f() {
  process.on('exit', () => { process.exitCode = 0; });
  process.exit(0);
}
