"""Executions on other machines, by Dask distributed."""
