"""The exported functions: one for each quantity, or for each quantity and frame.

Programs are the simplified programs of `arm.compile`. All exports use the same names: a function has the name of its
quantity, followed by that of the frame if it is not the tip (`jacobian`, `jacobian_wrist`); inputs and outputs have
their symbols in the equations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from armillary.compiler.compiled import Compiled
from armillary.compiler.names import unique
from armillary.compiler.program import Port, Program, record
from armillary.errors import ArgumentError
from armillary.files.arguments import distinct, listed
from armillary.files.words import shortened
from armillary.formulations.registry import DERIVATIVES, PRODUCTS, QUANTITIES, VJPS
from armillary.kinematics.task import required_rank
from armillary.multibody import Model

RATE = "configuration_rate"
"""dq/dt, which differs from qd for quaternions."""

EXPORTED = (*(name for name, entry in QUANTITIES.items() if not entry.singular_values), *DERIVATIVES, *PRODUCTS, RATE)
"""Every quantity that can be exported."""

USUAL = (
    "inverse_dynamics", "forward_dynamics", "mass_matrix", "bias", "gravity",
    "kinetic_energy", "potential_energy", "pose", "jacobian",
)  # fmt: skip
"""The default quantities; dq/dt is added if it differs from qd."""

RATE_MEANING = "dq/dt: qd for most joints, half of q o (0, omega) for a quaternion q."


@dataclass(frozen=True, eq=False)
class ExportedFunction:
    """One function of an export: name, quantity, frame, and simplified program with symbols for outputs."""

    name: str
    quantity: str
    frame: str | None
    program: Program

    @property
    def meaning(self) -> str:
        """The meaning of the result, in plain characters."""
        if self.quantity in DERIVATIVES:
            entry = DERIVATIVES[self.quantity]
            by = ", ".join(entry.derivatives)
            return f"Derivatives of {entry.symbol} by {by}; by q along the velocity directions."
        if self.quantity in PRODUCTS:
            entry = PRODUCTS[self.quantity]
            inputs = ", ".join(QUANTITIES[entry.name].inputs)
            if self.quantity in VJPS:
                return f"Gradients of {entry.inputs[-1]} . {entry.symbol} by {inputs}; by q along velocity directions."
            return f"Derivative of {entry.symbol} along directions of {inputs}; of q along velocity directions."
        return RATE_MEANING if self.quantity == RATE else QUANTITIES[self.quantity].meaning


def entries(
    dyn: Compiled, quantities: Iterable[str] | str | None = None, frames: Sequence[str] | str = ("tip",)
) -> tuple[ExportedFunction, ...]:
    """Return the functions of an export, each with its program.

    Args:
        dyn: The robot.
        quantities: Names of quantities, in a sequence or separated by commas; "all"; default the usual ones.
        frames: Names of frames.

    Raises:
        ArgumentError: A quantity or frame is unknown, or a quantity has no program.

    Example:
        >>> import armillary as arm
        >>> dyn = arm.compile(arm.library.get("khatib-rr"))
        >>> [entry.name for entry in entries(dyn, "gravity, jacobian", ("tip", "link1"))]
        ['gravity', 'jacobian', 'jacobian_link1']
    """
    frames = distinct("frames", frames, "names of frames")
    pairs = _requested(dyn.model, quantities, frames)
    # Functions without a frame in their name get their names first, so that no name of a frame changes them.
    bare = [pair for pair in pairs if pair[1] in (None, "tip")]
    named = [pair for pair in pairs if pair not in bare]
    wishes = [pair[0] for pair in bare] + [f"{quantity}_{frame}" for quantity, frame in named]
    names = dict(zip([*bare, *named], unique(wishes), strict=True))
    return tuple(ExportedFunction(names[pair], *pair, _program(dyn, *pair)) for pair in pairs)


def _requested(
    model: Model, quantities: Iterable[str] | str | None, frames: tuple[str, ...]
) -> list[tuple[str, str | None]]:
    """Return the quantities to export, each with its frame or None."""
    present = [frame for frame in frames if frame in model.frames]
    if quantities is None:
        names: tuple[str, ...] = USUAL if model.nq == model.nv else (*USUAL, RATE)
        frames = frames if present or frames != ("tip",) else ()  # a robot with several ends may have no tip
    else:
        parts_given = quantities.split(",") if isinstance(quantities, str) else quantities
        parts = listed("quantities", parts_given, "names of quantities")
        names = tuple(dict.fromkeys(str(part).strip() for part in parts))
        if names == ("all",):
            return [pair for pair in _pairs(EXPORTED, tuple(present)) if _has_value(model, *pair)]
        _check(names)
        if not frames and any(map(_framed, names)):
            raise ArgumentError("frames", "none", f"at least one of {', '.join(model.frames)}")
    for frame in frames if any(map(_framed, names)) else ():
        model.frame(frame)
    return _pairs(names, frames)


def _pairs(names: Sequence[str], frames: tuple[str, ...]) -> list[tuple[str, str | None]]:
    return [(name, frame) for name in names for frame in (frames if _framed(name) else (None,))]


def _has_value(model: Model, quantity: str, frame: str | None) -> bool:
    """Return whether a quantity exists: a fixed frame has no manipulability."""
    if quantity != "manipulability" or frame is None:
        return True
    try:
        return required_rank(model, frame, "position") > 0
    except ArgumentError:
        return False


def _check(names: tuple[str, ...]) -> None:
    expected = f"one or more of {', '.join(EXPORTED)}; or all"
    if not names or names == ("",):
        raise ArgumentError("quantities", "none", expected)
    for name in names:
        if name in QUANTITIES and QUANTITIES[name].singular_values:
            hint = "export the jacobian and compute them from it, or use arm.compile"
            raise ArgumentError("quantities", f"{name!r}, which needs singular values", expected, hint)
        if name not in EXPORTED:
            raise ArgumentError("quantities", shortened(name), expected)


def _program(dyn: Compiled, quantity: str, frame: str | None) -> Program:
    if quantity == RATE:
        model = dyn.model
        header = {"robot": model.robot.name, "quantity": RATE, "formulation": "kinematics"}
        return record(RATE, lambda q, qd: {"q_dot": model.rate(q, qd)}, {"q": model.nq, "qd": model.nv}, header)
    program = dyn.program(quantity, **({"frame": frame} if frame else {}))
    if quantity in QUANTITIES:
        return replace(program, outputs=(Port(QUANTITIES[quantity].symbol, program.outputs[0].shape),))
    return program


def _framed(quantity: str) -> bool:
    return quantity in QUANTITIES and "frame" in QUANTITIES[quantity].options
