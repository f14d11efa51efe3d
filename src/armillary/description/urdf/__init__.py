"""URDF files, read on the standard library."""
