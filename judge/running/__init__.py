"""One solution on one case."""
