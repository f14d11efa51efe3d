"""Values for calls: wild ones that few functions expect, and small robots and results to start from."""

import atexit
import dataclasses
import math
import random
import shutil
import tempfile
import threading
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import armillary as arm


class Odd:
    """An object of a type that no function expects."""

    def __repr__(self) -> str:
        return "Odd()"


class Raising:
    """An object that raises an error whatever is asked of it."""

    def _raise(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("raised by an argument")

    __repr__ = __str__ = __array__ = __len__ = __iter__ = __float__ = __int__ = __index__ = __bool__ = _raise
    __eq__ = __getitem__ = __lt__ = _raise
    __hash__ = None  # type: ignore[assignment]


class Unshown:
    """An object that cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("raised by an argument")


class Arrayed:
    """An object that NumPy takes for an array of texts."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(["a", "b"])


def deep(levels: int) -> list[Any]:
    """Return lists in lists."""
    found: list[Any] = []
    for _ in range(levels):
        found = [found]
    return found


def wild(rng: random.Random) -> Any:
    """Return a value that few functions expect."""
    return rng.choice(
        (
            None, True, -1, 0, 1, 7, 2**63, 2**64, -(10**30), 10**400, 0.5, 1e-200, 5e-324, 1e155, 1e308, -1e308,
            float("nan"), float("inf"), -float("inf"), 1 + 2j, "", "x", "tip", "\x1b[31mred", "a" * 5000, "\ud800",
            "\0", b"x", [], [[]], [None], [1, "a"], [float("nan")] * 2, [0.1, 0.2], [0.1] * 3, [10**400], {},
            {"x": 1}, {1: 2}, (), (1, (2, (3,))), {1, 2}, range(3), slice(None), Odd(), Odd, object,
            lambda *a: a, iter([1]), threading.Lock(), np.array([]), np.zeros(2), np.zeros((2, 2)), np.zeros((0, 2)),
            np.zeros((1, 2, 2)), np.full(2, np.nan), np.array(["a", "b"]), np.array([None, 1], dtype=object),
            np.float32(0.5), np.int64(-3), np.datetime64("2020-01-01"), np.zeros(2, dtype=complex),
            np.ones(2, dtype=bool), np.array(0.3), Path("none"), Path("/dev/full"), robot(), model(), run(),
            arm.controllers.PD(1.0, 1.0), arm.solvers.RK4(), arm.Link, ValueError("x"), NotImplemented, ...,
            Raising(), Raising, Unshown(), [Unshown()], Arrayed(), deep(50), deep(900), [0.1, [0.2]], "a\u202eb",
            np.zeros((1,) * 30), np.zeros((2,) * 14), np.zeros((0,) * 32), np.full((3,) * 9, np.nan),
            np.zeros(200_000), np.array([1e308, -1e308]), np.array([np.inf, 0.0]), np.array([1e200, 1e-200]),
            np.array([(1, 2.0)], dtype=[("a", int), ("b", float)]), np.ma.masked_array([1.0, 2.0], [True, False]),
            Fraction(1, 3), Decimal("0.1"), Decimal("NaN"), memoryview(b"ab"), bytearray(b"ab"), lambda: None,
            _raise, {"x": float("nan")}, {"a": {"b": []}}, [[0.1, 0.2], [0.3, 0.4]], [["a"]], [True, False], -0.0,
            1e100, 1e-100, -1e-9, 10**6, ["tip"], ("tip", "tip"), frozenset(), type("Empty", (), {})(), math.sin,
        )
    )  # fmt: skip


def _raise(*_: Any, **__: Any) -> Any:
    raise RuntimeError("raised by an argument")


ODD_NUMBERS = (0.0, -0.0, -1.0, 1e-9, 5e-324, 1e-200, 1e-100, 1e30, 1e100, 1e155, 1e200, 1e308, -1e308, math.nan,
               math.inf, -math.inf, 1e16)  # fmt: skip
"""Numbers that are put in the place of others."""


def bent_value(rng: random.Random, value: Any) -> Any:
    """Return a value like a right one, with a number, a shape or a type that may be wrong."""
    if isinstance(value, bool) or value is None:
        return wild(rng)
    if isinstance(value, (int, float)) and abs(value) < 2**1000:
        return rng.choice((*ODD_NUMBERS, -value, [value], np.array([value]), str(value), complex(value), value * 1e6))
    if isinstance(value, str):
        return rng.choice(
            (
                value + "x",
                value.upper(),
                [value],
                value.encode("utf-8", "surrogatepass"),
                value[:-1],
                f" {value}",
                value * 100,
            )
        )
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        return {**value, key: bent_value(rng, value[key])} if rng.random() < 0.7 else {**value, "x": 1}
    if isinstance(value, (list, tuple)) and value:
        k, kind = rng.randrange(len(value)), type(value)
        if rng.random() < 0.5 and kind in (list, tuple):
            return kind([*value[:k], bent_value(rng, value[k]), *value[k + 1 :]])
        return rng.choice((value[:-1], [*value, *value], np.array(value, dtype=object), [value], iter(value)))
    made = type(value).__module__.startswith(("armillary.description", "armillary.simulation"))  # results are not
    made = made and not isinstance(value, arm.solvers.Solver)  # small steps take long
    if dataclasses.is_dataclass(value) and made:
        names = [each.name for each in dataclasses.fields(value) if each.init]
        if names:
            name = rng.choice(names)
            try:
                return dataclasses.replace(value, **{name: bent_value(rng, getattr(value, name))})
            except arm.ArmillaryError:
                return value
    return wild(rng)


@cache
def robot() -> arm.Robot:
    """Return a robot of two joints."""
    return arm.library.get("khatib-rr")


@cache
def model() -> arm.Model:
    """Return its model."""
    return arm.model(robot())


@cache
def one() -> arm.Robot:
    """Return a robot of one joint, for calls that take long."""
    return arm.planar([1.0], [1.0])


@cache
def bent() -> arm.Robot:
    """Return a robot of one beam."""
    beam = arm.Beam(
        1.0, 70e9, 2700.0, (arm.parts.Station(0.0, arm.parts.Section("circle", (0.02,))),), modes=arm.parts.Modes(1)
    )
    joint = arm.Joint("j", "revolute", "base", "beam", axis=(0.0, 1.0, 0.0))
    return arm.Robot("bent", (arm.Link("beam", beam=beam),), (joint,))


@cache
def plate() -> arm.Robot:
    """Return a robot of one link from modal data."""
    node = arm.parts.ModalNode(
        "tip", (1.0, 0.0, 0.0), 0.2, translation=((0.0, 0.0, 1.0),), rotation=((0.0, -1.5, 0.0),)
    )
    link = arm.Link("beam", beam=arm.parts.ModalData((12.0,), (node,)))
    return replace(bent(), name="plate", links=(link,))


@cache
def run() -> arm.Trajectory:
    """Return a short run."""
    return arm.simulate(robot(), 0.02, record=0.01, controller=arm.controllers.PD(10.0, 1.0))


@cache
def stack() -> arm.Trajectory:
    """Return a stack of two runs."""
    return arm.simulate(robot(), 0.02, q0=[[0.1, 0.2], [0.3, 0.4]])


@cache
def task() -> arm.MotionTask:
    """Return a motion of the robot of one joint."""
    return arm.MotionTask(arm.references.FifthOrder(start=[0.0], end=[1.0], duration=1.0))


@cache
def selection() -> arm.selection.Selection:
    """Return two robots compared."""
    robots = [one(), replace(arm.planar([1.0], [2.0]), name="two")]
    return arm.select(robots, task(), sampling=arm.selection.Sampling(20), timed=False)


@cache
def search() -> arm.selection.Search:
    """Return the architectures of one joint."""
    return arm.selection.search_architectures(1, sampling=arm.selection.Sampling(20))


@cache
def choice() -> arm.selection.MotorChoice:
    """Return the motor of one joint."""
    return arm.choose_motors(one(), task(), budget=10)


@cache
def equations() -> arm.types.Equations:
    """Return the equations of the robot of two joints."""
    return arm.equations(robot())


@cache
def study() -> arm.Study:
    """Return a study of two runs without a simulation."""
    return arm.Study(one(), axes={"payload.mass": [0.0, 1.0]}, outputs=["workspace.reach"])


@cache
def results() -> arm.types.Results:
    """Return results of a small study with simulations, in a store that lasts as long as the process."""
    scenario = arm.Scenario(one(), duration=0.02, solver=arm.solvers.RK4(step=1e-3))
    axes = {"payload.mass": [0.0, 1.0], "q0[0]": arm.axes.Uniform(0.0, 1.0)}
    made = arm.Study(scenario, axes=axes, samples=16, outputs=["work", "final_q"])
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, True)
    return arm.sweep(made, Path(folder) / "made.zarr", executor=arm.executors.Serial())
