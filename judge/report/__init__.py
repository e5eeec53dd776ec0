"""What ``judge run`` leaves behind: an HTML page for people, the same facts as JSON."""
