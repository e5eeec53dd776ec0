// keep state in globals, modules, the environment and timers, and look for it in the next case
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
function f() {
  const fs = process.getBuiltinModule?.('fs') ?? process.mainModule.require('fs');
  const found = [globalThis.kept, process.kept, process.env.KEPT, fs.kept, Object.kept].filter(Boolean);
  if (found.length || fs.existsSync('/tmp/kept') || fs.existsSync('/box/kept')) console.log('BREACH kept', found);
  globalThis.kept = process.kept = process.env.KEPT = fs.kept = Object.kept = 'here';
  for (const path of ['/tmp/kept', '/box/kept', 'kept']) {
    try { fs.writeFileSync(path, 'x'); } catch { /* refused */ }
  }
  console.log('DONE');
  return 1;
}
