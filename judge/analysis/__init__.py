"""Results, ranked and compared."""
