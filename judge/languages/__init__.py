"""How a language is detected, built and called."""
