# overwrite its own source, its folder and its interpreter for the next case
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import stat
source = os.path.abspath(__file__)
if "# planted" in open(source).read().splitlines():
    print("BREACH the change has survived")
for path in (source, os.path.dirname(source) + "/new.py", os.path.dirname(source) + "/sitecustomize.py", sys.executable,
             os.__file__, "/usr/lib/python3/dist-packages/planted.py", "/usr/local/planted"):
    for deed in (lambda p: os.chmod(p, 0o777), os.unlink, lambda p: open(p, "a").write("# planted\n"),
                 lambda p: os.rename(p, p + "~"), lambda p: os.utime(p, (0, 0)), lambda p: os.mkdir(p + ".d")):
        try:
            deed(path)
            print("BREACH", path)
        except OSError:
            pass
print("DONE")
