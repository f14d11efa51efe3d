"""Flexible links: displacement fields, modal integrals, sublinks."""
