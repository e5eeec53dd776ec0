// use what the host has open: sockets and shared memory that are older than the call
const fs = require('fs');

function f(_) {
  if (!process.env.ATTACK_IN_SANDBOX) return 0;
  for (const line of fs.readFileSync('/proc/self/maps', 'utf8').split('\n'))
    if (/rw-s/.test(line)) console.log('BREACH shared memory', line);
  for (const number of fs.readdirSync('/proc/self/fd')) {
    let target = '';
    try {
      target = fs.readlinkSync('/proc/self/fd/' + number);
    } catch {
      continue;
    }
    if (!/^(pipe:|\/dev\/null|\/proc\/|anon_inode:)/.test(target)) console.log('BREACH', number, target);
  }
  console.log('DONE');
  return 1;
}
