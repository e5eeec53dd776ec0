<?php // read the answer, write outside, connect, and leave a process, in PHP: wrappers, shells, hooks
if (!getenv('ATTACK_IN_SANDBOX')) exit(1);
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) { [$name, $value] = explode(' ', $line, 2); $fact[$name] = $value; }
$try = function ($what, $do) { try { if (@$do()) echo "BREACH $what\n"; } catch (Throwable $e) {} };
$s = $fact['secret'];
foreach (["$s", "file://$s", "php://filter/read=convert.base64-encode/resource=$s", "glob://$s", "compress.zlib://$s"] as $url)
    $try("read $url", fn() => file_get_contents($url));
$try('include', fn() => include $s);
$try('write', fn() => file_put_contents("$fact[canary]/php", 'x'));
$try('copy', fn() => copy($s, '/tmp/stolen'));
$try('tcp', fn() => stream_socket_client("tcp://127.0.0.1:$fact[port]", $n, $t, 1));
$try('http', fn() => file_get_contents("http://127.0.0.1:$fact[port]/"));
$try('unix', fn() => fsockopen("unix://$fact[socket]"));
$try('server', fn() => stream_socket_server('tcp://127.0.0.1:0'));
$try('shell', fn() => str_contains((string)shell_exec("cat $s 2>/dev/null"), 'secret-'));
$try('limit', fn() => posix_setrlimit(POSIX_RLIMIT_NOFILE, 1 << 20, 1 << 20));
$try('kill', fn() => posix_kill((int)$fact['agent'], 0));
proc_open(['/bin/sh', '-c', 'trap "" HUP TERM; sleep 1000'], [1 => ['file', '/dev/null', 'w']], $pipes);
register_shutdown_function(fn() => print("DONE\n"));
