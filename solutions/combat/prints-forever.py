"""Prints its one idea until it is told to stop."""
while True:
    print("[0, 0]" * 1000)
