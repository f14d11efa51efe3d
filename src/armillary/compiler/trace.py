"""Tracing: run a formulation on expression nodes and keep what it did as a program.

A quantity in joint coordinates does not depend on the frames of the bodies, so it is traced in the
frames of `model.reframe` with the inertia of `model.regroup`, and also, where that makes a difference,
with its last bodies turned (`model.align`) and in frames that stay behind in groups of parallel joints
(`model.lag`); the shortest program is kept.
"""

from __future__ import annotations

from typing import Any

from armillary.compiler.program import Array, Program, inputs_of, references
from armillary.errors import ArgumentError
from armillary.expr.graph import Graph, Op
from armillary.formulations.registry import QUANTITIES
from armillary.model import Model
from armillary.model.align import align
from armillary.model.lag import LaggingBody, lag
from armillary.model.reframe import reframe
from armillary.model.regroup import regroup

JOINT_COORDINATES = (
    "mass_matrix",
    "gravity",
    "coriolis_matrix",
    "momentum",
    "kinetic_gradient",
    "bias",
    "inverse_dynamics",
    "forward_dynamics",
)
"""Quantities that do not depend on the frames of bodies or on how inertia is split among them."""

RECURSIVE = ("newton_euler", "momentum", "composite_body", "composite_moments", "articulated_body", "christoffel")
"""Formulations that read masses, first moments and inertias of whole bodies, not of their parts."""

VECTORIAL = ("newton_euler", "composite_body", "composite_moments", "articulated_body")
"""Those of them that hold in any axes, so that frames may stay behind their bodies; not of the Coriolis matrix."""


def trace(model: Model, quantity: str, formulation: str | None = None, **options: Any) -> Program:
    """Return the program of a quantity, as the formulation computes it, without further passes.

    Example:
        >>> import armillary as arm
        >>> model = arm.build_model(arm.library.get("khatib-rr"))
        >>> trace(model, "mass_matrix").outputs
        (Array(name='mass_matrix', shape=(2, 2)),)
    """
    if quantity not in QUANTITIES:
        raise ArgumentError("quantity", repr(quantity), f"one of {', '.join(QUANTITIES)}")
    entry = QUANTITIES[quantity]
    formulation = formulation or next(iter(entry.ways))
    if formulation not in entry.ways:
        raise ArgumentError("formulation", f"{formulation!r} for {quantity}", f"one of {', '.join(entry.ways)}")
    programs = [_run(seen, quantity, formulation, options) for seen in _views(model, quantity, formulation)]
    return min(programs, key=_operations)


def _views(model: Model, quantity: str, formulation: str) -> list[Model]:
    """Return models of the same robot in frames that may make the quantity cheap."""
    if quantity not in JOINT_COORDINATES or formulation not in RECURSIVE:
        return [model]
    return views(model, formulation in VECTORIAL and quantity != "coriolis_matrix")


def views(model: Model, vectorial: bool) -> list[Model]:
    """Return models with the same motion in frames that may be cheap; `vectorial` allows frames that stay behind."""
    plain = regroup(reframe(model))
    turned = align(plain)
    seen = [plain] if turned is plain else [plain, turned]
    if vectorial:
        seen += [behind for behind in map(lag, seen) if any(isinstance(b, LaggingBody) for b in behind.bodies)]
    return seen


def _run(model: Model, quantity: str, formulation: str, options: dict[str, Any]) -> Program:
    entry, graph = QUANTITIES[quantity], Graph()
    arrays = tuple(Array(name, (size,)) for name, size in zip(entry.inputs, entry.sizes(model), strict=True))
    result = entry.ways[formulation](model, *inputs_of(graph, arrays), **options)
    header = {
        "robot": model.robot.name,
        "quantity": quantity,
        "formulation": formulation,
        "motors": model.motors,
        **{key: str(value) for key, value in options.items() if value is not None},
    }
    output = Array(quantity, entry.shape(model))
    return Program(quantity, graph, arrays, (output,), (references(graph, result),), header)


def _operations(program: Program) -> int:
    """Return how many instructions a program has, constants and inputs left out."""
    return sum(program.graph.op[node] not in (Op.CONST, Op.INPUT) for node in program.order)
