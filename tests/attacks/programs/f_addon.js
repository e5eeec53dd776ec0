// load the host's native addon again and use all that it exports, and load the machine's libraries as addons
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const fs = process.getBuiltinModule?.('fs') ?? process.mainModule.require('fs');
function f() {
  for (const file of [...process.argv, process.execPath, '/lib/x86_64-linux-gnu/libc.so.6', '/proc/self/exe']) {
    const made = { exports: {} };
    try { process.dlopen(made, file); } catch { continue; }
    for (const name of Object.keys(made.exports)) {
      if (name === 'serve') continue;
      try { made.exports[name](1, 2, 3); } catch { /* refused */ }
      try { made.exports[name](); } catch { /* refused */ }
    }
  }
  fs.writeSync(1, 'DONE\n');
  return 1;
}
