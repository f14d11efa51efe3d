"""Pictures of simulated motions: charts over time, and animations. Everything needs matplotlib, an extra."""

from armillary.figures.animate import animate
from armillary.figures.draw import plot, save_plot
from armillary.results.charts import WHAT

__all__ = ["WHAT", "animate", "plot", "save_plot"]
