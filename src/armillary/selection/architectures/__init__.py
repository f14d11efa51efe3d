"""Architectures enumerated, measured and ranked."""
