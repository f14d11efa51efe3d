"""Checks that every robot passes, from whatever description."""
