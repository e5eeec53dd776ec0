"""The two modules of the judge that the plug-in needs, so that this folder stands alone."""
