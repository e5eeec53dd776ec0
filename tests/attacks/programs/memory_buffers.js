// allocate 20 GB from JavaScript outside its heap, in buffers and shared buffers
'use strict';
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const kept = [];
for (let i = 0; i < 1280; i++) {
  kept.push(Buffer.alloc(8 << 20, 1));
  kept.push(new Uint8Array(new SharedArrayBuffer(8 << 20)).fill(1));
}
console.log('BREACH');
