"""What is kept of runs, and how a run comes back."""
