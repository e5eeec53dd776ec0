# patch the modules that the host has imported (json, os, sys, types) and the import system
import json
import os
import sys
import types

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
if hasattr(types, "attacked"):
    os.write(1, b"BREACH the patch has survived")


def f(_):
    types.attacked = True
    json.dumps = lambda *_: "patched"
    sys.modules.clear()
    sys.meta_path[:] = []
    sys.path[:] = ["/box"]
    sys.settrace(lambda *_: 1 / 0)
    return [1]
