"""Pictures of simulated motions: charts over time, and animations. Everything needs matplotlib, an extra."""

from armillary.figures.animate import animate
from armillary.figures.charts import WHAT
from armillary.figures.draw import plot, save_plot

__all__ = ["WHAT", "animate", "plot", "save_plot"]
