// use memory in WebAssembly, which is outside the heap of JavaScript: memories, tables and code that grow
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const kept = [];
for (;;) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 });
  kept.push(memory);
  for (let pages = 256; ; pages += 256) {
    try {
      memory.grow(256);
    } catch {
      break;
    }
    const bytes = new Uint8Array(memory.buffer);
    for (let i = 0; i < bytes.length; i += 4096) bytes[i] = 1;
  }
  kept.push(new WebAssembly.Table({ initial: 1e6, element: "anyfunc" }));
}
