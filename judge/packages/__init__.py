"""Reads a problem package: the problem, its cases and its plug-in."""
