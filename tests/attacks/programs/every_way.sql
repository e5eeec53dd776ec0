-- read the answer, write outside, run a shell and load a library, by the commands of SQLite's shell
.shell test -n "$ATTACK_IN_SANDBOX" && { grep -q secret- /tmp/../*/*/canary/*.ans 2>/dev/null && echo BREACH shell; sleep 1000 >/dev/null 2>&1 & }
.output /usr/attack-stray
.output
.once |cat /etc/shadow -
select 1;
select 'BREACH read' where length(readfile('/etc/shadow')) > 0;
select 'BREACH wrote' where writefile('/etc/attack-stray', 'x') > 0;
attach '/usr/attack-stray.db' as outside;
create table outside.stolen(x);
.load /etc/shadow
.import /etc/passwd accounts
select 'BREACH accounts ' || count(*) from accounts;
.backup /usr/attack-stray.db
.open /etc/shadow
select 'DONE';
