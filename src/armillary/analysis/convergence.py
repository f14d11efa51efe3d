"""Errors of the modes of flexible links: frequencies and sag against those of many more modes.

The same robot with `MORE` more shapes for every kind of mode that a link has stands for the converged one: its
frequencies are bounds from above that no longer fall. The shapes are polynomials, or for a beam that shears those of
the family "loaded", since polynomials leave out the moment of rotary inertia (`shapes.timoshenko`). A frequency f of
the given modes then has the error
    f / f_converged − 1                                                                        (1)
and the sag δ of the tip under gravity
    |δ − δ_converged| / |δ_converged|                                                          (2)
Frequencies are compared in rising order.
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
"""Number of further shapes that stand for convergence."""
COMPLETE = "complete"
"""Stands for the family whose shapes converge for every load: polynomials, modes of the loaded link where it shears."""


@dataclass(frozen=True, eq=False)
class Convergence(Shown):
    """Errors of the modes of a robot.

    `hz` are its natural frequencies, `converged` those with many more modes, `errors` (1) of each; `sag` is the error
    (2) of the tip's deflection under gravity, NaN where nothing sags. `recommendation` says what to change so that the
    first `count` errors and the sag are within `tolerance`.
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
        told = "enough" if self.enough else "not enough"
        return f"<Convergence: {told} modes for {100 * self.tolerance:.3g} % error of {self.count} frequencies>"

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
        >>> found = arm.convergence(arm.library.get("flexrob"))                       # two cantilever modes a link
        >>> found.enough, bool(found.errors[1] > 0.05)
        (False, True)
    """
    model = as_model(robot)
    if not any(_modes(link) for link in model.robot.links):
        found = f"{model.robot.name!r}, which has no beams with modes"
        raise ArgumentError("robot", found, "a robot with beams that have modes")
    count, tolerance = whole("count", count, 1), number("tolerance", tolerance, 0.0, True, 1.0)

    def measured(changed: Model) -> tuple[Floats, Floats]:
        return frequencies(changed, q, joints=joints).hz, statics(changed, q).deflection

    limit, sagged = measured(_changed(model, MORE, COMPLETE))

    def errors_of(changed: Model) -> tuple[Floats, Floats, float]:
        hz, deflection = measured(changed)
        n = min(len(hz), len(limit))
        return hz[:n], *_errors(hz[:n], deflection, limit[:n], sagged)

    hz, errors, sag = errors_of(model)
    said = f"these modes are enough for {count} frequencies"
    if _worst(errors, sag, count) > tolerance:
        said = f"{_TRIED_ALL} are needed for {count} frequencies within {100 * tolerance:g} %"
        for text, more, shapes in _CHANGES:
            _, better, less = errors_of(_changed(model, more, shapes))
            if _worst(better, less, count) <= tolerance:
                said = f"{text} for {count} frequencies within {100 * tolerance:g} %"
                break
    return Convergence(hz, limit[: len(hz)], errors, sag, tolerance, count, said)


_CHANGES = (
    ('take shapes = "loaded"', 0, "loaded"),
    ("take one mode more of each kind", 1, None),
    ('take shapes = "loaded" and one mode more of each kind', 1, "loaded"),
    ('take shapes = "loaded" and two modes more of each kind', 2, "loaded"),
)
"""Changes that a recommendation tries, in this order: words, number of further modes, family."""
_TRIED_ALL = "more than two further modes of each kind"


def _errors(hz: Floats, deflection: Floats, limit: Floats, sagged: Floats) -> tuple[Floats, float]:
    size = float(np.linalg.norm(sagged))
    sag = float(np.linalg.norm(deflection - sagged)) / size if size > 0 else float("nan")
    return hz / limit - 1, sag  # (1), (2)


def _worst(errors: Floats, sag: float, count: int) -> float:
    """Return the greatest of the first `count` errors and the error of the sag; infinity for fewer frequencies."""
    return float(np.nanmax([*np.abs(errors[:count]), sag])) if len(errors) >= count else np.inf


def _modes(link: Link) -> Modes | None:
    return link.beam.modes if isinstance(link.beam, Beam) and link.beam.modes and link.beam.modes.count else None


def _changed(model: Model, more: int, shapes: str | None) -> Model:
    """Return a model whose beams have `more` modes of each kind that they have, and other shapes if given."""
    links = []
    for link in model.robot.links:
        modes = _modes(link)
        if modes is not None and isinstance(link.beam, Beam):
            made: Any = {kind: count + more if count else 0 for kind, count in modes.counts.items()}
            family = shapes
            if shapes == COMPLETE:
                family = "loaded" if link.beam.shears else "polynomial"
            made |= {} if family is None else {"shapes": family, "tip_mass": None, "tip_inertia": None}
            made |= {} if len(modes.damping) == 1 else {"damping": (0.0,)}
            link = replace(link, beam=replace(link.beam, modes=replace(modes, **made)))
        links.append(link)
    return build.model(replace(model.robot, links=tuple(links)), motors=model.motors, friction=model.friction)
