"""MJCF files, read through the `mujoco` package."""
