# print what could control a terminal, a page or a log: escapes, markup, carriage returns
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
print("\x1b]0;title\x07\x1b[2J\x1b[31m<script>alert(1)</script>\r\n%s%n{0}\u202e\u2028\x9b")
print("\x1b]0;title\x07\x1b[2J", file=sys.stderr)
print("DONE")
