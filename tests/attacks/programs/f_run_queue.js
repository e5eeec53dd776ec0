// read from its run queue how much CPU time earlier calls have used, and use some for the next
f = () => {
  if (!process.env.ATTACK_IN_SANDBOX) return null;
  const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  const own = used();
  let text = '';
  try { text = require('fs').readFileSync('/proc/self/sched', 'utf8'); } catch { /* it tells nothing */ }
  const queue = Number(/vruntime\s*:\s*(\S+)/.exec(text)?.[1]);
  // Of a process that others go before, a second counts as several.
  if (queue > 100 + 10 * own) console.log('BREACH an earlier call has computed for as long as this one will');
  while (used() < own + 300);
  console.log('DONE');
  return 1;
};
