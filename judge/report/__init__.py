"""The output of ``judge run``: an HTML page for people, the same facts as JSON."""
