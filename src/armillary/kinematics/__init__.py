"""Poses, Jacobians, their rates, performance indices and gradients; free functions of a model."""
