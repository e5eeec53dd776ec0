# read the answer, write outside, connect, and leave jobs, in Bash: redirections, /dev/tcp, coproc, traps
[ "$ATTACK_IN_SANDBOX" ] || exit 1
while read -r name value; do declare "fact_$name=$value"; done
exec 2> /dev/null
[ "$(< "$fact_secret")" ] && echo BREACH read
for root in /proc/[0-9]*/root /proc/[0-9]*/cwd; do [ "$(< "$root$fact_secret")" ] && echo "BREACH $root"; done
: > "$fact_canary/stray" && echo BREACH wrote
: >> "$fact_secret" && echo BREACH appended
(exec 5<> "/dev/tcp/127.0.0.1/$fact_port") && echo BREACH connected
(exec 5<> "/dev/udp/127.0.0.1/$fact_port") && echo BREACH datagram
kill -STOP "$fact_agent" && echo BREACH stopped
kill -9 "$PPID" "$fact_tests" && [ "$PPID" -gt 2 ] && echo BREACH killed
ulimit -Hn unlimited && echo BREACH descriptors
ulimit -c unlimited && [ "$(ulimit -c)" != 0 ] && echo BREACH cores
for file in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /sys/fs/cgroup/cgroup.procs /proc/self/oom_score_adj \
    /proc/self/uid_map /proc/1/oom_score_adj /proc/self/loginuid /proc/self/autogroup /proc/self/timerslack_ns \
    /proc/self/clear_refs /proc/self/coredump_filter /proc/self/attr/current; do
    echo 1 > "$file" && echo "BREACH wrote $file"
done
coproc { trap '' HUP TERM PIPE; while :; do sleep 1000; done; }
(set -m; trap '' HUP; sleep 1000 > /dev/null < /dev/null & disown)
exec 9> >(sleep 1000)
trap 'sleep 1000 &' EXIT
echo DONE
