"""Drives with states: the bristles of friction."""
