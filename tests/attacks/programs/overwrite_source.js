// overwrite its own source and plant modules for the next case
'use strict';
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const fs = require('fs');
const folder = __dirname;
for (const path of [__filename, `${folder}/package.json`, `${folder}/node_modules`, '/node_modules', process.execPath]) {
  for (const deed of [(p) => fs.writeFileSync(p, '{}'), (p) => fs.mkdirSync(`${p}.d`), (p) => fs.chmodSync(p, 0o777)]) {
    try { deed(path); console.log('BREACH', path); } catch { /* refused */ }
  }
}
console.log('DONE');
