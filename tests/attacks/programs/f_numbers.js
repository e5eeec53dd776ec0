// keep state in PIDs: they must not count the calls, nor the processes that a call has started
(x) => {
  if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
  const number = Number(require('fs').readlinkSync('/proc/self'));
  if (process.ppid === 1 && number > 60) console.log('BREACH its number is', number);
  const { spawnSync } = require('child_process');
  for (let i = 0; i < 12; i++) spawnSync('/bin/sh', ['-c', '/bin/true; /bin/true; /bin/true']);
  console.log('DONE');
  return 1;
}
