// send every signal to the process that serves the calls
(x) => {
  if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
  if (process.ppid === 1) {
    for (const name of Object.keys(require('os').constants.signals)) {
      try { process.kill(1, name); } catch { /* it may not */ }
    }
  }
  console.log('DONE');
  return 1;
}
