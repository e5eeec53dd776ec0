"""The output validator: judges an output by the plug-in that the judge itself calls."""
