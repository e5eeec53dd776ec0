"""One file, graded in a process of its own that reports each step: for watch and serve."""
