// patch JSON, arrays, iterators, buffers and streams that the host and the next case use
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
if (JSON.attacked) console.log('BREACH the patch has survived');
function f() {
  console.log('DONE');
  JSON.attacked = true;
  JSON.stringify = () => 'patched';
  JSON.parse = () => [9];
  Object.prototype.toJSON = () => 'patched';
  Array.prototype[Symbol.iterator] = function* () { yield 9; };
  Array.prototype.join = () => 'patched';
  Array.prototype.map = Array.prototype.filter = Array.prototype.pop = null;
  Array.from = () => ['patched'];
  String.prototype.trim = () => 'patched';
  Buffer.from = () => new Uint8Array(8);
  Symbol.prototype[Symbol.toPrimitive] = null;
  return [1];
}
