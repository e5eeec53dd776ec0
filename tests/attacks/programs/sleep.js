// wait for ever in JavaScript, with timers and with a blocked thread
'use strict';
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
setInterval(() => {}, 1000);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
