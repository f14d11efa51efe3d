"""Motions of a closed loop as a function of rows: start, added efforts and parameters → recorded states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.frameworks.rows import Shape
from armillary.multibody import Model
from armillary.simulation.gradients.device.rolled import on_device
from armillary.simulation.gradients.rolled import Rollout
from armillary.simulation.gradients.rollout import rollout
from armillary.simulation.scenario import Scenario

CPU = "cpu"


@dataclass(frozen=True, eq=False)
class Motion:
    """A rollout as a function of rows, one for each run."""

    rollout: Rollout
    """A rollout of one run, whose code serves all."""
    robot: str

    @property
    def name(self) -> str:
        """Robot and "rollout"."""
        return f"{self.robot}.rollout"

    @property
    def inputs(self) -> dict[str, Shape]:
        """Start, parameters by name, efforts where there are any."""
        first = self.rollout
        found: dict[str, Shape] = {"q0": first.q.shape[1:], "qd0": first.qd.shape[1:]}
        found |= dict.fromkeys(self.parameters, ())
        return found | ({} if first.efforts is None else {"efforts": first.efforts.shape[-2:]})

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Values of the parameters by name."""
        return self.rollout.plan.loop.parameters

    @property
    def single(self) -> bool:
        """Whether a CPU computes in single precision: closed loops do not."""
        return False

    @property
    def outputs(self) -> tuple[Shape, ...]:
        """Shapes of the recorded q and qd of a run."""
        return self.rollout.q.shape, self.rollout.qd.shape

    @property
    def differentiable(self) -> bool:
        """Whether there are cotangents: always."""
        return True

    @property
    def defaults(self) -> dict[str, Any]:
        """Start, parameters and efforts of the rollout."""
        first = self.rollout
        values = {"q0": first.q[0], "qd0": first.qd[0], **self.parameters}
        return values if first.efforts is None else values | {"efforts": first.efforts}

    def value(self, arrays: Sequence[Any], device: str, dtype: str) -> list[Any]:
        """Return recorded coordinates and velocities, shapes (N, R, nq) and (N, R, nv)."""
        if not len(arrays[0]) and device == CPU:
            return [np.zeros((0, *shape)) for shape in self.outputs]
        run = self._at(arrays, device, dtype)
        return [run.q, run.qd]

    def back(self, needed: Sequence[bool], arrays: Sequence[Any], bars: Sequence[Any], device: str, dtype: str) -> Any:
        """Return the cotangents of start, parameters and efforts, in reverse mode."""
        if not len(arrays[0]) and device == CPU:
            return [np.zeros_like(array) for array, wanted in zip(arrays, needed, strict=True) if wanted]
        cotangents = self._at(arrays, device, dtype).vjp(*bars)
        return [cotangents[name] for name, wanted in zip(self.inputs, needed, strict=True) if wanted]

    def _at(self, arrays: Sequence[Any], device: str, dtype: str) -> Rollout:
        first = self.rollout
        if device != CPU:
            first = on_device(first.plan, first.efforts, first.memory, device, dtype)
        by_name = dict(zip(self.inputs, arrays, strict=True))
        start = {"q0": by_name.pop("q0"), "qd0": by_name.pop("qd0"), "efforts": by_name.pop("efforts", None)}
        return first.at(**start, parameters=by_name)


def motion(scenario: Scenario | Robot | Model, duration: float | None, options: Mapping[str, Any]) -> Motion:
    """Return the motion of a closed loop as a function of rows; the arguments are those of `arm.rollout`."""
    for name in ("device", "dtype"):
        if name in options:
            raise ArgumentError(name, "given", "none: each call takes device and precision from its arrays")
    run = rollout(scenario, duration, **options)
    loop = run.plan.loop
    if loop.stacked:
        raise ArgumentError("scenario", f"{loop.count} runs", "one start, and rows of the function for many")
    return Motion(run, loop.scenario.control_model.robot.name)
