"""Stacks of runs on a GPU: a thread is a run."""
