"""Tracing: a formulation runs on expressions, which record its operations as a program.

A quantity in joint coordinates does not depend on the frames of the bodies. If its formulation allows
(`Formulation.frames`), it is traced in the frames of `frames.reframe` with the inertia of `frames.regroup`; where that
makes a difference, also with the last bodies turned (`frames.reframe.align`) and in frames that do not turn
within groups of parallel joints (`frames.parallel_groups`). The shortest program is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from armillary.compiler.program import Port, Program, inputs_of, references, without_collections
from armillary.errors import ArgumentError
from armillary.expr.graph import Graph
from armillary.formulations.formulation import ALL_FORMULATIONS, Frames
from armillary.formulations.registry import QUANTITIES, find_quantity
from armillary.kinematics.jacobian import jacobian
from armillary.multibody import Model
from armillary.multibody.frames.parallel_groups import GroupedBody, group_parallel
from armillary.multibody.frames.reframe import align, reframe
from armillary.multibody.frames.regroup import absorb, regroup
from armillary.spatial.scalar import Array


def trace(model: Model, quantity: str, formulation: str | None = None, **options: Any) -> Program:
    """Return the program of a quantity by a formulation (default the quantity's first), before simplification.

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("khatib-rr"))
        >>> trace(model, "mass_matrix").outputs
        (Port(name='mass_matrix', shape=(2, 2)),)
    """
    formulation = formulation or next(iter(find_quantity(quantity).exact(model)))
    return _shortest(model, {quantity: formulation}, options)


def trace_together(model: Model, formulations: Mapping[str, str]) -> Program:
    """Return one program for several quantities: quantity → formulation. Common values are computed once.

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("rtx"))
        >>> program = trace_together(model, {"mass_matrix": "composite_body", "gravity": "momentum"})
        >>> [output.name for output in program.outputs]
        ['mass_matrix', 'gravity']
    """
    return _shortest(model, formulations, {})


@without_collections()
def _shortest(model: Model, formulations: Mapping[str, str], options: dict[str, Any]) -> Program:
    """Trace in all frames that may make the quantities cheap, and keep the shortest program."""
    functions = {quantity: find_quantity(quantity).function(model, name) for quantity, name in formulations.items()}
    frames = _common_frames(formulations)
    may_hold = bool(model.lockable) and "forward_dynamics" in formulations
    if model.free and all(QUANTITIES[quantity].kinematic for quantity in formulations):
        model = replace(model, free=())  # kinematics depend on no free parameter: their programs have no such input

    def models_in(graph: Graph) -> list[Model]:
        """Return the models to trace, with free parameters and held coordinates as inputs of a graph."""
        traced = valued(model, graph)
        if may_hold:
            traced = traced.changed(moving=tuple(inputs_of(graph, held_ports(model))[0]))
        return [traced] if frames == "given" else views(traced, grouped=frames == "grouped")

    models = models_in(graph := Graph())
    programs = []
    for k in range(len(models)):
        if k:  # every program has a graph to itself, and so have the expressions of its model
            graph = Graph()
            if model.free or may_hold:
                models = models_in(graph)
        programs.append(_run(model, models[k], graph, formulations, functions, options))
    return min(programs, key=lambda program: program.operations)


def _common_frames(formulations: Mapping[str, str]) -> Frames:
    """Return the frames in which all of these quantities may be traced by these formulations."""
    allowed = {ALL_FORMULATIONS[name].frames for name in formulations.values()}
    if "given" in allowed or not all(QUANTITIES[quantity].joint_coordinates for quantity in formulations):
        return "given"
    # The recursion for the Coriolis matrix differentiates axes in the frame of their body, ė = ω × e: it must not lag.
    if allowed == {"grouped"} and "coriolis_matrix" not in formulations:
        return "grouped"
    return "chosen"


def valued(model: Model, graph: Graph) -> Model:
    """Return a model whose free parameters are entries of the input "parameters" of a graph."""
    return model.with_values(inputs_of(graph, free_ports(model))[0]) if model.free else model


def free_ports(model: Model) -> tuple[Port, ...]:
    """Return the input port of the free parameters, if the model has any."""
    return (Port("parameters", (len(model.free),)),) if model.free else ()


def held_ports(model: Model) -> tuple[Port, ...]:
    """Return the input port that says which coordinates of forward dynamics move, if the model may hold any."""
    return (Port("moving", (len(model.lockable),)),) if model.lockable else ()


def views(model: Model, grouped: bool) -> list[Model]:
    """Return models with the same motion in frames that may be cheap; `grouped` allows those of parallel groups."""
    plain = absorb(regroup(reframe(model)))
    # In the frames of its robot the gravity compensation shares operations with it.
    compensation = None if model.compensation is None else regroup(reframe(model.compensation))
    plain = plain if compensation is None else plain.changed(compensation=compensation)
    turned = align(plain)
    models = [plain] if turned is plain else [plain, turned]
    if grouped:
        for view in [*map(group_parallel, models)]:
            if not any(isinstance(body, GroupedBody) for body in view.bodies):
                continue
            if compensation is not None:
                view = view.changed(compensation=group_parallel(compensation))
            models.append(view)
    return models


def _run(
    model: Model,
    view: Model,
    graph: Graph,
    formulations: Mapping[str, str],
    functions: Mapping[str, Callable[..., Any]],
    options: dict[str, Any],
) -> Program:
    """Return the program of quantities of a model, traced on one of its `views`."""
    sizes: dict[str, int] = {}
    for quantity in formulations:
        entry = QUANTITIES[quantity]
        sizes.update(zip(entry.inputs, entry.sizes(model), strict=True))
    arrays = tuple(Port(name, (size,)) for name, size in sizes.items())
    state = dict(zip(sizes, inputs_of(graph, arrays), strict=True))
    results, outputs = [], list[Port]()
    for quantity, function in functions.items():
        try:
            result = function(view, *(state[name] for name in QUANTITIES[quantity].inputs), **options)
        except ArgumentError as error:
            # The graph refuses infinite constants; the user knows the robot they come from, not the graph.
            if error.field != "constant":
                raise
            problem = f"{model.robot.name}, with a number in its {quantity} that is {error.found}"
            raise ArgumentError("robot", problem, "numbers whose products are finite", "check units") from error
        results.append(references(graph, result))
        # A Jacobian with the rates of a quaternion has a row more than its quantity.
        outputs.append(Port(quantity, np.shape(result) if options else QUANTITIES[quantity].shape(model)))
    header = {
        "robot": model.robot.name,
        "quantity": ", ".join(formulations),
        "formulation": ", ".join(dict.fromkeys(formulations.values())),
        "motors": model.motors,
        "friction": friction_in(model),
        **({"parameters": ", ".join(model.free)} if model.free else {}),
        **{key: str(value) for key, value in options.items() if value is not None},
    }
    inputs = (*arrays, *free_ports(model), *(held_ports(model) if "forward_dynamics" in formulations else ()))
    return Program("_and_".join(formulations), graph, inputs, tuple(outputs), tuple(results), header)


def friction_in(model: Model) -> str:
    """Return "included" if a model has friction or damping, else "none"."""
    parts = (model.viscous, model.coulomb, model.coulomb_sided, model.damping)
    rubs = any(any(follower.numbers[:3]) for follower in model.followers)
    return "included" if rubs or model.stribeck or any(np.any(part) for part in parts) else "none"


def with_wrenches(program: Program, model: Model, frames: Sequence[str]) -> Program:
    """Return a program of inverse or forward dynamics with a wrench as another input (6,) for each frame.

    A wrench w = (moment, force) at a frame, in world axes, loads the joints with Jᵀ w of the frame's Jacobian J:
        τ = ID(q, q̇, q̈) − Σ Jᵀ w,   q̈ = FD(q, q̇, τ + Σ Jᵀ w)                                    (1)

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("khatib-rr"))
        >>> loaded = with_wrenches(trace(model, "inverse_dynamics"), model, ["tip"])
        >>> [port.name for port in loaded.inputs]
        ['q', 'qd', 'qdd', 'wrench_tip']
    """
    graph = Graph()
    inputs = (*program.inputs, *(Port(f"wrench_{frame}", (6,)) for frame in frames))
    state = {port.name: values for port, values in zip(inputs, inputs_of(graph, inputs), strict=True)}
    efforts: Array = sum(jacobian(model, state["q"], frame).T @ state[f"wrench_{frame}"] for frame in frames)
    if "tau" in state:
        (result,) = program.inline(graph, tau=state["tau"] + efforts)  # (1)
    else:
        result = program.inline(graph)[0] - efforts  # (1)
    header, results = program.header | {"wrenches": ", ".join(frames)}, (references(graph, result),)
    return replace(program, graph=graph, inputs=inputs, results=results, header=header, schedule=None)
