// compute for ever in WebAssembly and in a regular expression, which no timer and no signal handler interrupts
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
setTimeout(() => process.exit(0), 1);
process.on("SIGTERM", () => {});
process.on("SIGXCPU", () => {});
try {
  // (module (func (export "f") (loop br 0)))
  const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 9, 1, 7, 0, 3, 64, 12, 0, 11, 11];
  new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code))).exports.f();
} catch {
  /^(a+a?)+$/.test("a".repeat(100) + "b");
}
for (;;);
