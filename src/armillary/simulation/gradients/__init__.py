"""Gradients of simulated motions: reverse and forward mode through solvers with a fixed step."""
