// allocate 20 GB slowly from JavaScript, on the garbage-collected heap
'use strict';
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const kept = [];
for (let i = 0; i < 1e7; i++) kept.push(new Array(1000).fill(i));
console.log('BREACH');
