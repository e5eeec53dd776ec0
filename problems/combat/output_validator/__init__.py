"""The output validator: judges an output by the same plug-in class as the judge itself."""
