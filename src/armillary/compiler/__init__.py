"""From a quantity of a robot to straight-line code for that one robot."""
