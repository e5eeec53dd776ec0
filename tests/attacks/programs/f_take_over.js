// take the place of a host that stays: report in its name, and live on into the next case
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const fs = process.getBuiltinModule?.('fs') ?? process.mainModule.require('fs');
function f() {
  if (!process.argv.includes('--serve')) return 1; // this host does not stay
  for (let cases = 0; ; cases++) {
    if (cases) fs.writeSync(1, `BREACH the process of ${cases} cases before lives on\n`);
    fs.writeSync(4, 'forged\n');
    fs.writeSync(3, Buffer.alloc(24));
    const length = Buffer.alloc(8);
    if (fs.readSync(3, length, 0, 8) !== 8) process.reallyExit(0);
    fs.readSync(0, Buffer.alloc(Number(length.readBigUInt64LE())));
  }
}
