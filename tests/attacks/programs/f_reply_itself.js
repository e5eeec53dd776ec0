// find the reply's descriptor from JavaScript, reply itself and end; it is no more than its answer
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const fs = process.getBuiltinModule?.('fs') ?? process.mainModule.require('fs');
function f() {
  fs.writeSync(process.argv.includes('--serve') ? 4 : 3, 'forged'); // a host that stays has its replies on 4
  process.reallyExit(0);
}
