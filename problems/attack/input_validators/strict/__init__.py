"""The input validator: the plug-in's own strict reader, run on its own."""
