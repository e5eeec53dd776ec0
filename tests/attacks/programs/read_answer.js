// read the answer file from JavaScript, by its path and through links and procfs
'use strict';
const fs = require('fs');
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const facts = Object.fromEntries(fs.readFileSync(0, 'utf8').trim().split('\n').map((l) => l.split(' ')));
const roads = [facts.secret, `/proc/1/root${facts.secret}`, `/proc/${facts.agent}/root${facts.secret}`];
try { fs.symlinkSync(facts.secret, 'link'); roads.push('link'); } catch { /* scratch is closed */ }
for (const road of roads) {
  try { console.log('BREACH', road, fs.readFileSync(road, 'utf8')); } catch { /* refused */ }
}
console.log('DONE');
