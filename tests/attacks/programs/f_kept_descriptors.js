// leave a number in the event counters that node opened before the call, and look for it in the next
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const fs = process.getBuiltinModule?.('fs') ?? process.mainModule.require('fs');
function f() {
  const room = Buffer.alloc(8);
  for (const fd of fs.readdirSync('/proc/self/fd').map(Number)) {
    let what = '';
    try { what = fs.readlinkSync(`/proc/self/fd/${fd}`); } catch { continue; }
    if (!what.includes('eventfd')) continue;
    try {
      if (fs.readSync(fd, room, 0, 8) && room[0] === 42) console.log('BREACH', fd);
    } catch { /* nothing in it */ }
  }
  for (const fd of fs.readdirSync('/proc/self/fd').map(Number)) {
    room.fill(0);
    room[0] = 42;
    try {
      if (fs.readlinkSync(`/proc/self/fd/${fd}`).includes('eventfd')) fs.writeSync(fd, room);
    } catch { /* gone */ }
  }
  fs.writeSync(1, 'DONE\n');
  fs.writeSync(3, '1\n');
  process.reallyExit(0); // or the event loop would take the number for its own
}
