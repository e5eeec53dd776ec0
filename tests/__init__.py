"""The tests of the judge. Python's bytecode is kept, whatever the environment says: the tests start
hundreds of Pythons, and without it each of them compiles the judge anew (a second of CPU)."""

import os
import sys

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
