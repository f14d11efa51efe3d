"""Motions of a robot: reference motions, paths of the tip, inverse kinematics."""
