"""Checks of every robot, from any source."""
