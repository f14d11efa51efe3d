"""What a simulation gives: trajectories, and their files."""

from armillary.results.metrics import Metrics
from armillary.results.trajectory import Event, Trajectory

__all__ = ["Event", "Metrics", "Trajectory"]
