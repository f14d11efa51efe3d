"""Tracing: run a formulation on expression nodes and keep what it did as a program.

A quantity in joint coordinates does not depend on the frames of the bodies, so it is traced in the
frames of `frames.reframe` with the inertia of `frames.regroup`, and also, where that makes a difference,
with its last bodies turned (`frames.reframe.align`) and in frames that stay behind in groups of parallel joints
(`frames.lag`); the shortest program is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from armillary.compiler.program import Port, Program, inputs_of, references
from armillary.expr.graph import Graph, Op
from armillary.formulations.formulation import WAYS
from armillary.formulations.registry import QUANTITIES, find_quantity
from armillary.multibody import Model
from armillary.multibody.frames.lag import LaggingBody, lag
from armillary.multibody.frames.reframe import align, reframe
from armillary.multibody.frames.regroup import absorb, regroup


def trace(model: Model, quantity: str, formulation: str | None = None, **options: Any) -> Program:
    """Return the program of a quantity, as the formulation computes it, without further passes.

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("khatib-rr"))
        >>> trace(model, "mass_matrix").outputs
        (Port(name='mass_matrix', shape=(2, 2)),)
    """
    return _shortest(model, {quantity: _way(model, quantity, formulation)}, options)


def trace_together(model: Model, ways: Mapping[str, str]) -> Program:
    """Return one program for several quantities, each by a formulation of its own; what they share is computed once.

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("rtx"))
        >>> program = trace_together(model, {"mass_matrix": "composite_body", "gravity": "momentum"})
        >>> [output.name for output in program.outputs]
        ['mass_matrix', 'gravity']
    """
    return _shortest(model, {quantity: _way(model, quantity, way) for quantity, way in ways.items()}, {})


def _way(model: Model, quantity: str, formulation: str | None) -> str:
    """Return the formulation to use: the given one, if the quantity has it, by default the quantity's first."""
    entry = find_quantity(quantity)
    formulation = formulation or next(iter(entry.known(model)))
    entry.way(model, formulation)
    return formulation


def _shortest(model: Model, ways: Mapping[str, str], options: dict[str, Any]) -> Program:
    """Trace in all frames that may make the quantities cheap, and keep the shortest program."""
    items = ways.items()
    vectorial: bool | None = None
    if all(QUANTITIES[quantity].joint_coordinates and WAYS[way].recursive for quantity, way in items):
        vectorial = all(WAYS[way].vectorial and quantity != "coriolis_matrix" for quantity, way in items)

    def seen(graph: Graph) -> list[Model]:
        given = valued(model, graph)
        return [given] if vectorial is None else views(given, vectorial)

    if model.free and all(QUANTITIES[quantity].kinematic for quantity in ways):
        model = replace(model, free=())
    models, programs = seen(graph := Graph()), []
    for k in range(len(models)):
        if k:  # every program has a graph to itself, and so have the expressions of its model
            graph = Graph()
            models = seen(graph) if model.free else models
        programs.append(_run(model, models[k], graph, ways, options))
    return min(programs, key=_operations)


def valued(model: Model, graph: Graph) -> Model:
    """Return a model with its free parameters as the inputs "parameters" of a graph; itself if it has none."""
    return model.with_values(inputs_of(graph, free_ports(model))[0]) if model.free else model


def free_ports(model: Model) -> tuple[Port, ...]:
    """Return the input of programs that free parameters are; nothing where there are none."""
    return (Port("parameters", (len(model.free),)),) if model.free else ()


def views(model: Model, vectorial: bool) -> list[Model]:
    """Return models with the same motion in frames that may be cheap; `vectorial` allows frames that stay behind."""
    plain = absorb(regroup(reframe(model)))
    turned = align(plain)
    seen = [plain] if turned is plain else [plain, turned]
    if vectorial:
        seen += [behind for behind in map(lag, seen) if any(isinstance(b, LaggingBody) for b in behind.bodies)]
    return seen


def _run(model: Model, seen: Model, graph: Graph, ways: Mapping[str, str], options: dict[str, Any]) -> Program:
    sizes = {
        name: size
        for quantity in ways
        for name, size in zip(QUANTITIES[quantity].inputs, QUANTITIES[quantity].sizes(model), strict=True)
    }
    arrays = tuple(Port(name, (size,)) for name, size in sizes.items())
    state = dict(zip(sizes, inputs_of(graph, arrays), strict=True))
    results = []
    for quantity, way in ways.items():
        entry = QUANTITIES[quantity]
        result = entry.ways[way](seen, *(state[name] for name in entry.inputs), **options)
        results.append(references(graph, result))
    header = {
        "robot": model.robot.name,
        "quantity": ", ".join(ways),
        "formulation": ", ".join(dict.fromkeys(ways.values())),
        "motors": model.motors,
        "friction": friction_in(model),
        **({"parameters": ", ".join(model.free)} if model.free else {}),
        **{key: str(value) for key, value in options.items() if value is not None},
    }
    outputs = tuple(Port(quantity, QUANTITIES[quantity].shape(model)) for quantity in ways)
    return Program("_and_".join(ways), graph, (*arrays, *free_ports(model)), outputs, tuple(results), header)


def friction_in(model: Model) -> str:
    """Say whether friction and damping are in what a model computes."""
    return "included" if any(np.any(part) for part in (model.viscous, model.coulomb, model.damping)) else "none"


def _operations(program: Program) -> int:
    """Return how many instructions a program has, constants and inputs left out."""
    return sum(program.graph.op[node] not in (Op.CONST, Op.INPUT) for node in program.order)
