"""Checks of every robot, whatever its source."""
