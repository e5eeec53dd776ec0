"""Folders of the judge's own files that more than one package needs."""

from __future__ import annotations

from pathlib import Path

#: The hosts of posted functions, which every layer shows to its commands.
HOSTS = Path(__file__).parents[1] / "languages" / "hosts"
