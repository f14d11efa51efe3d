"""Pictures of simulated motions: charts over time, and animations. Everything needs matplotlib, an extra."""

from armillary.plots.animate import animate
from armillary.plots.charts import WHAT
from armillary.plots.draw import plot, save_plot

__all__ = ["WHAT", "animate", "plot", "save_plot"]
