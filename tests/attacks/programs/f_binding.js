// reach node's inside: process.binding, internal modules, inspector, flags of V8, workers, reports, heap dumps
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const load = (name) => (process.getBuiltinModule?.(name) ?? process.mainModule.require(name));
if (globalThis.attacked || Object.prototype.attacked || load('fs').attacked) console.log('BREACH kept');
function f() {
  const attempt = (what, body) => { try { if (body()) console.log('BREACH', what); } catch { /* refused */ } };
  load('fs').attacked = globalThis.attacked = true;
  Object.prototype.attacked = true;
  attempt('inspector', () => { load('inspector').open(0, '127.0.0.1'); return load('inspector').url(); });
  attempt('report', () => load('fs').existsSync(process.report.writeReport('/usr/attack-stray')));
  attempt('heap', () => load('v8').writeHeapSnapshot('/usr/attack-stray'));
  attempt('flags', () => { load('v8').setFlagsFromString('--max-old-space-size=100000'); return false; });
  attempt('spawn', () => {
    const { spawn_sync: spawn } = process.binding('spawn_sync');
    return spawn;
  });
  attempt('pipe', () => { const { Pipe } = process.binding('pipe_wrap'); return new Pipe(0).bind('/usr/attack-stray') === 0; });
  attempt('tcp', () => { const { TCP } = process.binding('tcp_wrap'); return new TCP(0).bind('127.0.0.1', 0) === 0; });
  attempt('kill', () => process.ppid > 1 && process.kill(process.ppid, 'SIGUSR1'));
  attempt('debug', () => { process._debugProcess(process.ppid); return process.ppid > 1; });
  attempt('user', () => { process.setuid(0); return process.getuid() === 0; });
  attempt('title', () => { process.title = 'x'.repeat(100); return false; });
  attempt('write', () => { load('fs').writeFileSync('/usr/attack-stray', 'x'); return true; });
  load('fs').writeSync(1, 'DONE\n');
  return 1;
}
