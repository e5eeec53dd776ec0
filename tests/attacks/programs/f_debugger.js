// start the debugger of the process that serves the calls, so that it speaks in every later one
(x) => {
  if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
  if (process.ppid === 1) {
    for (const name of Object.keys(require('os').constants.signals)) {
      try { process.kill(1, name); } catch { /* not one that can be sent */ }
    }
    const end = Date.now() + 50;
    while (Date.now() < end);
  }
  console.log('DONE');
  return 1;
}
