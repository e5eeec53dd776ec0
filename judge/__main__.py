"""``python -m judge``: the console script, where it is not installed."""

import sys

from judge.cli import main

sys.exit(main())
