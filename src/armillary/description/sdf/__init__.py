"""SDF files: models of Gazebo, with poses relative to named frames."""
