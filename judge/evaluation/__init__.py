"""Many solutions on many cases."""
