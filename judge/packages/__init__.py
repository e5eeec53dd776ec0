"""A package folder -> Problem, with its cases and its plug-in."""
