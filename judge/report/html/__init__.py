"""The HTML report, its index, and the page of ``judge verify``."""
