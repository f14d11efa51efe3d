"""Programs of inverse and forward dynamics with wrenches on the robot as further inputs.

A wrench w = (moment, force) at a frame, world axes, loads the joints with Jᵀ w of the frame's Jacobian J:
    τ = ID(q, q̇, q̈) − Σ Jᵀ w,   q̈ = FD(q, q̇, τ + Σ Jᵀ w)                                    (1)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from armillary.compiler.program import Port, Program, inputs_of, references
from armillary.expr.graph import Graph
from armillary.kinematics.jacobian import jacobian
from armillary.multibody import Model
from armillary.spatial.scalar import Array


def with_wrenches(program: Program, model: Model, frames: Sequence[str]) -> Program:
    """Return the program of "inverse_dynamics" or "forward_dynamics" with one more input (6,) for each frame.

    Example:
        >>> import armillary as arm
        >>> from armillary.compiler.trace import trace
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
    header = program.header | {"wrenches": ", ".join(frames)}
    return replace(
        program, graph=graph, inputs=inputs, results=(references(graph, result),), header=header, schedule=None
    )
