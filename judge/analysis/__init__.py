"""Results ranked and compared."""
