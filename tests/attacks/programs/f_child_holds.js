// leave a detached child that holds the descriptor of the reply
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const { spawn } = process.getBuiltinModule?.('child_process') ?? process.mainModule.require('child_process');
function f() {
  spawn('/bin/sleep', ['1000'], { detached: true, stdio: ['ignore', 1, 2, 3] }).unref();
  console.log('DONE');
  return 1;
}
