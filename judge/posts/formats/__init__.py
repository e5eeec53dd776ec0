"""One reader for each format of a saved page."""
