"""``judge verify``: the health of a problem, a module a check; ``health`` runs them all."""
