"""Results of every run of a study: figures of merit, recorded signals, quantities of the robot, functions of a user.

An output gives a `Variable`, with the labels of its dimensions, before anything runs, and its values for a stack of
runs. Quantities of a robot (frequencies, sag, measures of a selection) need no simulation; they are computed at the
start of a run, with the parameters of its plant.

Figures of merit are computed from recorded states, by default 200 of a run; `record` of the scenario sets another time
between them. Peaks between two states are missed. Settling and rise times are interpolated between two states, so that
their error is a part of that time.
"""

from armillary.studies.outputs.function import Function
from armillary.studies.outputs.output import Output
from armillary.studies.outputs.recorded import Metric, Signal
from armillary.studies.outputs.static import Frequencies, Measure, Sag

__all__ = ["Frequencies", "Function", "Measure", "Metric", "Output", "Sag", "Signal"]

KINDS: dict[str, type[Output]] = {"metric": Metric, "frequencies": Frequencies, "sag": Sag, "measure": Measure}
"""Kinds of outputs by their names in study files."""


def __dir__() -> list[str]:
    return __all__
