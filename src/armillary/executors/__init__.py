"""Executors: work that is done item by item in this process, in several processes, or on a cluster."""
