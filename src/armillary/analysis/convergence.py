"""Errors of the modes of flexible links: frequencies and sag against those of many more modes.

The reference is the same robot with `MORE` more shapes for every kind of mode that a link has: its frequencies are
upper bounds that have stopped falling. The shapes are polynomials; for a beam with shear they are those of the family
"loaded", since polynomials omit the moment of rotary inertia (`shapes.timoshenko`). A frequency f of the robot's own
modes then has the error
    f / f_converged − 1                                                                        (1)
and the sag δ of the tip under gravity
    |δ − δ_converged| / |δ_converged|                                                          (2)
Frequencies are compared in increasing order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from armillary.analysis.frequencies import frequencies
from armillary.analysis.operating_point import Holding
from armillary.analysis.statics import statics
from armillary.description.beam import Beam, Modes
from armillary.description.robot import Link, Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import number, whole
from armillary.multibody import Model, as_model, build
from armillary.multibody.configuration import Coordinates
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

MORE = 5
"""Number of additional shapes of the reference."""
COMPLETE = "complete"
"""The family that converges for every load: polynomials, or the family "loaded" for a beam with shear."""


@dataclass(frozen=True, eq=False)
class Convergence(Shown):
    """Errors of the modes of a robot.

    `hz` are its natural frequencies, `converged` those with many more modes, `errors` their errors (1); `sag` is the
    error (2) of the tip's deflection under gravity, NaN if nothing sags. `recommendation` says what to change so that
    the first `count` errors and the sag are within `tolerance`.
    """

    hz: Floats
    converged: Floats
    errors: Floats
    sag: float
    tolerance: float
    count: int
    recommendation: str

    @property
    def enough(self) -> bool:
        """Whether there are `count` frequencies, and their errors and that of the sag are within the tolerance."""
        return _worst(self.errors, self.sag, self.count) <= self.tolerance

    def __repr__(self) -> str:
        modes = "enough modes" if self.enough else "not enough modes"
        return f"<Convergence: {modes} for {100 * self.tolerance:.3g} % error of {self.count} frequencies>"

    def tables(self) -> list[Part]:
        """Return frequencies and errors mode by mode, the sag, and the recommendation."""
        rows = [
            (str(k + 1), f"{f:.6g}", f"{limit:.6g}", f"{100 * error:.3g}")
            for k, (f, limit, error) in enumerate(zip(self.hz, self.converged, self.errors, strict=True))
        ]
        heads = columns("mode>", "f [Hz]>", "converged [Hz]>", "error [%]>")
        sag = [] if np.isnan(self.sag) else [f"error of the sag under gravity: {100 * self.sag:.3g} %"]
        return [Table("", heads, rows), Notes([*sag, self.recommendation])]


def convergence(
    robot: Robot | Model,
    q: Coordinates = None,
    *,
    joints: Holding = "locked",
    count: int = 3,
    tolerance: float = 0.005,
) -> Convergence:
    """Return the errors of a robot's modes against many more modes, with a recommendation.

    Args:
        robot: The robot, or its model if choices differ from the defaults.
        q: Joint coordinates, as an array or by name; default the home configuration.
        joints: How joints are held, as in `arm.frequencies`; default "locked".
        count: Number of frequencies that must be within the tolerance; default 3.
        tolerance: Relative error that is good enough; default 0.005.

    Example:
        >>> import armillary as arm
        >>> errors = arm.convergence(arm.library.get("flexrob"))                       # two cantilever modes a link
        >>> errors.enough, bool(errors.errors[1] > 0.05)
        (False, True)
    """
    model = as_model(robot)
    if not any(_modes(link) for link in model.robot.links):
        problem = f"{model.robot.name!r}, which has no beams with modes"
        raise ArgumentError("robot", problem, "a robot with beams that have modes")
    count = whole("count", count, 1)
    tolerance = number("tolerance", tolerance, 0.0, True, 1.0)
    reference = _with_modes(model, MORE, COMPLETE)
    converged, converged_sag = frequencies(reference, q, joints=joints).hz, statics(reference, q).deflection

    def errors_of(changed: Model) -> tuple[Floats, Floats, float]:
        """Return the frequencies of a model that both have, their errors (1), and the error (2) of the sag."""
        hz, deflection = frequencies(changed, q, joints=joints).hz, statics(changed, q).deflection
        n = min(len(hz), len(converged))
        size = float(np.linalg.norm(converged_sag))
        sag = float(np.linalg.norm(deflection - converged_sag)) / size if size > 0 else float("nan")
        return hz[:n], hz[:n] / converged[:n] - 1, sag  # (1), (2)

    hz, errors, sag = errors_of(model)
    recommendation = f"these modes are enough for {count} frequencies"
    if _worst(errors, sag, count) > tolerance:
        recommendation = f"{_TRIED_ALL} are needed for {count} frequencies within {100 * tolerance:g} %"
        for text, more, shapes in _CHANGES:
            _, new_errors, new_sag = errors_of(_with_modes(model, more, shapes))
            if _worst(new_errors, new_sag, count) <= tolerance:
                recommendation = f"{text} for {count} frequencies within {100 * tolerance:g} %"
                break
    return Convergence(hz, converged[: len(hz)], errors, sag, tolerance, count, recommendation)


_CHANGES = (
    ('take shapes = "loaded"', 0, "loaded"),
    ("take one mode more of each kind", 1, None),
    ('take shapes = "loaded" and one mode more of each kind', 1, "loaded"),
    ('take shapes = "loaded" and two modes more of each kind', 2, "loaded"),
)
"""Changes to try, in this order, which adds few modes first: words, number of additional modes, family."""
_TRIED_ALL = "more than two further modes of each kind"


def _worst(errors: Floats, sag: float, count: int) -> float:
    """Return the greatest of the first `count` errors and the error of the sag; infinity for fewer frequencies."""
    return float(np.nanmax([*np.abs(errors[:count]), sag])) if len(errors) >= count else np.inf


def _modes(link: Link) -> Modes | None:
    return link.beam.modes if isinstance(link.beam, Beam) and link.beam.modes and link.beam.modes.count else None


def _with_modes(model: Model, more: int, shapes: str | None) -> Model:
    """Return a model whose beams have `more` additional modes of each kind that they have, and perhaps other shapes."""
    links = []
    for link in model.robot.links:
        modes = _modes(link)
        if modes is not None and isinstance(link.beam, Beam):
            changes: Any = {kind: count + more if count else 0 for kind, count in modes.counts.items()}
            family = shapes
            if shapes == COMPLETE:
                family = "loaded" if link.beam.shears else "polynomial"
            if family is not None:
                changes |= {"shapes": family, "tip_mass": None, "tip_inertia": None}
            if len(modes.damping) != 1:  # one ratio per mode would not fit the new number of modes
                changes["damping"] = (0.0,)
            link = replace(link, beam=replace(link.beam, modes=replace(modes, **changes)))
        links.append(link)
    return build.model(replace(model.robot, links=tuple(links)), motors=model.motors, friction=model.friction)
