"""Axes of a study: the values that a named quantity takes, given one by one or drawn from a distribution.

An axis with given values (`Values`, `Range`, `LogRange`) is a dimension of the grid of runs. Distributions (`Uniform`,
`LogUniform`, `Normal`, `Choice`) vary together along the dimension `sample`; they turn numbers u of the unit interval
into values by the inverse of their distribution function. Numbers may be texts with units, such as "2 kg": the study
converts them to the unit of the quantity.

Values of ranges are those that a person would write: `Range(0, 0.3, 4)` has the numbers 0, 0.1, 0.2 and 0.3, computed
as fractions of decimal numbers and rounded once. So a longer range with the same spacing begins with the same numbers.
"""

from armillary.studies.axes.axis import Axis
from armillary.studies.axes.distributions import Choice, LogUniform, Normal, Uniform
from armillary.studies.axes.given import LogRange, Range, Values

__all__ = ["Axis", "Choice", "LogRange", "LogUniform", "Normal", "Range", "Uniform", "Values"]

KINDS: dict[str, type[Axis]] = {
    "values": Values,
    "range": Range,
    "log_range": LogRange,
    "uniform": Uniform,
    "log_uniform": LogUniform,
    "normal": Normal,
    "choice": Choice,
}
"""Kinds of axes by their names in study files."""


def __dir__() -> list[str]:
    return __all__
