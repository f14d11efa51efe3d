"""Reading and writing of URDF files."""
