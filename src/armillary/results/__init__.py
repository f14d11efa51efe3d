"""Results of simulations: trajectories and their files."""

from armillary.results.trajectory import Event, Trajectory

__all__ = ["Event", "Trajectory"]
