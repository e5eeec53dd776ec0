"""One file, graded in a process of its own that tells each step: for watch and serve."""
