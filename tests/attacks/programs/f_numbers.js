// keep state in the numbers of processes: they must not count the calls, nor what a call has started
(x) => {
  if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
  const { spawnSync } = require('child_process');
  if (process.ppid === 1 && process.pid > 40) console.log('BREACH its number is', process.pid);
  for (let i = 0; i < 12; i++) spawnSync('/bin/sh', ['-c', '/bin/true; /bin/true; /bin/true']);
  console.log('DONE');
  return 1;
}
