"""A contest judge and batch runner for problems whose answers are not unique."""

#: The only place that holds the version: the command, the reports and the package read it here.
__version__ = "0.2.0.dev0"
