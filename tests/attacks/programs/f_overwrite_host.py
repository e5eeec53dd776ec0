# overwrite the function host for the next case
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(_):
    host = sys.argv[0] if sys.argv[0].endswith(".py") else "/hosts/python_host.py"
    for path in (host, os.path.dirname(host) + "/json.py", os.path.dirname(host) + "/__pycache__", json_cache()):
        for deed in (os.unlink, lambda p: open(p, "w"), lambda p: os.chmod(p, 0o777), os.mkdir):
            try:
                deed(path)
                print("BREACH", path)
            except OSError:
                pass
    print("DONE", flush=True)
    return 1


def json_cache():
    import json

    return os.path.dirname(json.__file__) + "/attack.py"
