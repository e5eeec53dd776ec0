"""Is a solution right on every input within a bound?"""
