# run commands while it is compiled: read the host, leave processes, put a FIFO and links where the binary goes
const plant = """
  (trap '' HUP TERM; sleep 1000) > /dev/null 2>&1 < /dev/null &
  mkfifo /tmp/fifo; ln -s / /tmp/root; mknod /tmp/disk b 8 0; mkdir -p "/tmp/a
  b"; head -c 100000000000 /dev/zero > /tmp/full;
  (while :; do rm -f artifact; ln -s @SECRET@ artifact; done) > /dev/null 2>&1 < /dev/null &
  cat @SECRET@ /etc/shadow /proc/*/environ 2>/dev/null | grep -e secret- -e root: -e JUDGE; echo x > @SECRET@; true
"""
const seen = staticExec(plant)
when seen.len > 0: {.error: "BREACH " & seen.}
{.error: "refused".}
