"""What the plug-in imports of the judge, so that this folder works without it."""
