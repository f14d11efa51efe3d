"""Closed loops as native code."""
