"""References: desired motions in joint or task space, with velocity, acceleration and their non-smooth instants."""

from collections.abc import Mapping
from typing import Any

from numpy.typing import ArrayLike

from armillary.multibody import Model
from armillary.simulation.parameters import parameters
from armillary.simulation.references.path import Circle, Line
from armillary.simulation.references.point_to_point import (
    Constant,
    FifthOrder,
    SeventhOrder,
    StepAcceleration,
    Trapezoid,
)
from armillary.simulation.references.shaped import Shaped
from armillary.simulation.references.shapers import EI, SHAPERS, ZV, ZVD
from armillary.simulation.references.sinusoid import Chirp, Sinusoid
from armillary.simulation.references.spline import Spline
from armillary.simulation.references.time_law import (
    LAWS,
    FifthOrderLaw,
    SeventhOrderLaw,
    StepAccelerationLaw,
    TrapezoidLaw,
)

REFERENCES: dict[str, type] = {
    "constant": Constant,
    "fifth_order": FifthOrder,
    "seventh_order": SeventhOrder,
    "step_acceleration": StepAcceleration,
    "trapezoid": Trapezoid,
    "spline": Spline,
    "sinusoid": Sinusoid,
    "chirp": Chirp,
    "line": Line,
    "circle": Circle,
    "shaped": Shaped,
}
"""References by name; `parameters` lists the parameters of each."""

TASK_REFERENCES = ("line", "circle")
"""References of a frame. The others are references of joints, or of the coordinates of a frame."""


def unshaped_type(table: Any) -> Any:
    """Return the type in a table of a reference; for a shaped motion, the type of the motion inside."""
    while isinstance(table, Mapping) and table.get("type") == "shaped" and "reference" in table:
        table = table["reference"]
    return table.get("type") if isinstance(table, Mapping) else None


def anchor(part: Any, model: Model, q: ArrayLike, frame: str = "tip") -> Any:
    """Return a reference or controller with missing initial values taken from the robot at q.

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("khatib-rr"))
        >>> anchor(FifthOrder(end=[1.0, 0.5], duration=1.0), model, [0.2, 0.3]).start
        (0.2, 0.3)
    """
    return part.anchored(model, q, frame) if hasattr(part, "anchored") else part


__all__ = [
    "EI", "LAWS", "REFERENCES", "SHAPERS", "TASK_REFERENCES", "ZV", "ZVD", "Chirp", "Circle", "Constant", "FifthOrder",
    "FifthOrderLaw", "Line", "SeventhOrder", "SeventhOrderLaw", "Shaped", "Sinusoid", "Spline",
    "StepAcceleration", "StepAccelerationLaw", "Trapezoid", "TrapezoidLaw", "anchor", "parameters",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
