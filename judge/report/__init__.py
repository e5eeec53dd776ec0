"""The HTML report and the same facts as JSON."""
