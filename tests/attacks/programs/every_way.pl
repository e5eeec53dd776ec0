# read the answer, write outside, connect, and leave a daemon, in Perl: by open, pipes, globs and syscall
use strict; use Socket;
exit 1 unless $ENV{ATTACK_IN_SANDBOX};
my %fact = map { chomp; split / /, $_, 2 } <STDIN>;
for my $path ($fact{secret}, glob("$fact{canary}/*"), glob("/proc/[0-9]*/root$fact{secret}")) {
    print "BREACH read $path\n" if open(FILE, '<', $path) && defined readline FILE;
}
for my $name ("$fact{canary}/new", "$fact{secret}", "/usr/attack", "/etc/attack") {
    print "BREACH wrote $name\n" if open FILE, '>>', $name;
    print "BREACH removed $name\n" if unlink $name;
    print "BREACH linked $name\n" if symlink '/', "$name.link";
    print "BREACH made $name\n" if mkdir "$name.folder";
    print "BREACH named $name\n" if rename $fact{secret}, "$name.moved";
}
print "BREACH socket\n" if socket(S, PF_INET, SOCK_STREAM, 0)
    && connect(S, sockaddr_in($fact{port}, inet_aton('127.0.0.1')));
print "BREACH $fact{$_}\n" for grep { kill 0, $fact{$_} and kill 'TERM', $fact{$_} } qw(agent tests);
my $text = `cat $fact{secret} 2>&1; env`;
print "BREACH by a shell: $text" if $text =~ /secret-[0-9a-f]{32}/;
unless (fork) { setpgrp; $SIG{$_} = 'IGNORE' for qw(HUP TERM INT); sleep 1000 }
print "DONE\n";
