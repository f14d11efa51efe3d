"""Mesh files of each format as triangles with colours."""
