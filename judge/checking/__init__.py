"""One output -> verdict."""
