# read the answer, write outside, connect, and leave a process, in AWK: getline, pipes, coprocesses, /inet
!ENVIRON["ATTACK_IN_SANDBOX"] { exit 1 }
{ fact[$1] = $2 }
END {
    if ((getline line < fact["secret"]) > 0) print "BREACH read"
    if (("cat " fact["secret"] " 2>/dev/null") | getline line) print "BREACH piped"
    if (system("echo x 2>/dev/null > " fact["canary"] "/awk") == 0) print "BREACH wrote"
    PROCINFO["/inet/tcp/0/127.0.0.1/" fact["port"], "NONFATAL"] = 1
    if ((("/inet/tcp/0/127.0.0.1/" fact["port"]) |& getline line) >= 0) print "BREACH connected"
    system("sleep 1000 > /dev/null 2>&1 < /dev/null &")
    print "" | "trap '' HUP; sleep 1000 > /dev/null & cat > /dev/null"
    print "DONE"
}
