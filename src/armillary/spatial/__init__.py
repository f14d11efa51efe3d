"""Rotations, transforms and inertias, generic over the scalar; knows no robot."""
