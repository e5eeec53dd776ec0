"""The runs that are stored, and how one is restored."""
