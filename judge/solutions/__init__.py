"""A source file and its manifest -> Solution."""
