"""Gradients of stacks of motions on a GPU: a thread is a run."""
