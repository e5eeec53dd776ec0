"""The search for the smallest input that a solution fails."""
