// leave a detached child process behind
'use strict';
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const { spawn } = require('child_process');
spawn('/bin/sleep', ['1000'], { detached: true, stdio: 'ignore' }).unref();
spawn('/bin/sleep', ['1000'], { detached: true, stdio: 'inherit' }).unref();
console.log('DONE');
process.exit(0);
