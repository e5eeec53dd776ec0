"""Stands in for the judge's package: ``judge.plugin`` is the file ``judge_plugin.py`` beside this.

A validator must be a flat folder of Python files, so the judge's modules lie here by flat names.
"""

import sys

import judge_plugin

sys.modules["judge.plugin"] = judge_plugin

import judge_tolerant  # noqa: E402  (it imports ``judge.plugin`` itself)

sys.modules["judge.tolerant"] = judge_tolerant

import judge_matching  # noqa: E402  (it imports both)

sys.modules["judge.matching"] = judge_matching
