// print 2 GB from JavaScript
'use strict';
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const block = 'x'.repeat(65536);
for (let i = 0; i < 32768; i++) require('fs').writeSync(1, block);
console.error('BREACH all printed');
