"""Calls of kernels from Python in tens of nanoseconds."""
