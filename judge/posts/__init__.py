"""A saved question page → posts → sources with manifests."""
