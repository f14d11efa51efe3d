"""Reading of SDF files, the models of Gazebo, with poses relative to named frames."""
