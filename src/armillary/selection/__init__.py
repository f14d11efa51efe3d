"""Choosing: between robots, between architectures, between motors. Every score shows its parts."""
