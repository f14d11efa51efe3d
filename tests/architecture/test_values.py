"""Every public value, of every kind of robot, is pickled, copied, compared and hashed by its contents.

The classes are those of the public names. Their values come from three places: constructors and results for small
robots (`fuzz.arguments`), results for each kind of robot (`RESULTS`), and the values inside these. A public class of
which none of them has a value fails `test_every_public_class_has_a_value`.
"""

import contextlib
import copy
import dataclasses
import inspect
import pickle
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import armillary as arm
from armillary.files.content import digest, same
from fuzz.arguments import OWNERS, calls, placed
from fuzz.arguments import call_with as called
from fuzz.values import choice, equations, model, results, robot, run, search, selection
from matrix.kinds import KINDS, Kind
from samples import ALL

SPACES = (
    "controllers", "references", "sensors", "solvers", "axes", "outputs", "executors", "parts", "selection", "types",
)  # fmt: skip
NOT_VALUES = {
    "types.Dynamics": "a base class", "types.OnDevice": "needs a GPU: tests/compiler/gpu",
    "types.Compiled": "RESULTS", "controllers.Law": "a base class",
    "executors.Dask": "holds a connection; tests/executors/test_dask.py",
    **dict.fromkeys(("executors.Executor", "solvers.Solver", "sensors.Instrument", "sensors.Sensor", "sensors.Observer",
                     "axes.Axis", "outputs.Output"), "a protocol or a base class"),
}  # fmt: skip
"""Public classes without values of their own, and why."""


def brake(t, q, qd, reference):
    """A law of a user."""
    return -0.5 * qd


def gain(t, q, qd, reference, state):
    """A law of a user with a state."""
    return -q, state


def peak(run):
    """An output of a user."""
    return float(run.q.max())


def classes() -> dict[str, type]:
    """Return the public classes by name, without errors and warnings."""
    found = {name: getattr(arm, name) for name in dir(arm)}
    for space in SPACES:
        found |= {f"{space}.{name}": getattr(getattr(arm, space), name) for name in getattr(arm, space).__all__}
    return {name: it for name, it in found.items() if inspect.isclass(it) and not issubclass(it, BaseException)}


def inside(value: Any, seen: set[int]) -> Iterator[Any]:
    """Yield a value and all values that it holds."""
    if id(value) in seen or isinstance(value, (str, bytes, int, float, type, np.ndarray)):
        return
    seen.add(id(value))
    if isinstance(value, (list, tuple)):
        parts = list(value)
    elif isinstance(value, Mapping):
        parts = list(value.values())
    elif dataclasses.is_dataclass(value):
        yield value
        parts = [getattr(value, each.name) for each in dataclasses.fields(value)]
    else:
        yield value
        return
    for part in parts:
        yield from inside(part, seen)


def small_values() -> dict[type, Any]:
    """Return a value of each public class for the small robots of the fuzzer."""
    wanted = set(classes().values())
    names = classes().keys() - {"Study", "Robot"}
    wanted_names = names | {name.split(".")[-1] for name in names}  # calls() names parts, results without their space
    start = arm.controllers.Discrete(gain, [0.0])
    table = [KINDS[name].robot for name in ("loaded", "modes", "sublinks", "modal_data", "winding", "differential")]
    made: list[Any] = [
        *table, start, arm.controllers.wrap(brake, model()), arm.controllers.wrap(brake, model(), trace=False),
        arm.selection.load_catalogue(), arm.selection.Dimensions(),
        arm.parts.Visual("link1", "box", (0.1, 0.1, 0.1)), robot().joints,
        arm.model(robot()).numbers["gravity.z"],
        arm.errors.Problem("mass", "a text", "a number"),
        arm.axes.Values([1.0, 2.0]), arm.axes.Range(0.0, 1.0, 3), arm.axes.LogRange(0.1, 1.0, 3),
        arm.axes.Uniform(0.0, 1.0), arm.axes.LogUniform(0.1, 1.0), arm.axes.Normal(0.0, 1.0),
        arm.axes.Choice(["a", "b"]), arm.outputs.Frequencies(2), arm.outputs.Function(peak),
        arm.outputs.Measure("workspace.reach"), arm.outputs.Metric("work"), arm.outputs.Sag(),
        arm.outputs.Signal("q", 0.1),
        arm.executors.Serial(), arm.executors.Processes(2), arm.executors.Resumed("folder", arm.executors.Serial()),
        arm.executors.Answer(0, 1),
        arm.sensors.Accelerometer(frame="tip"), arm.sensors.Gyroscope(frame="tip"),
        arm.sensors.Tachometer(), arm.sensors.TorqueSensor(),
        arm.types.RecordedPushes((0.0, 0.1), (("tip", 3),), ((1.0,), (0.0,))),
        *(make() for make in OWNERS.values()), choice(), equations(), search(), selection(), results(), run(),
        arm.cost(robot(), "gravity"), arm.types.Event(0.0, "note", "text"), arm.types.Export("c", "robot"),
        arm.sensors.StrainGauge("link", 0.1, plane="y", fibre=0.01), arm.sensors.Differences(2),
        arm.references.parameters(arm.controllers.PD), equations().entry("M12"), equations().g,
        arm.inverse_kinematics(robot(), [0.5, 0.5, 0.0], starts=2), robot().dh(),
        arm.inverse_kinematics(robot(), [0.5, 0.5, 0.0], all=True, task=(3, 4)),
        arm.parts.DHRow(0.5, letters={"a": "L"}), equations().singularities(), robot().screws(), arm.parts.Screw(),
    ]  # fmt: skip
    for name, call in calls().items():
        if name == "learn" or name in wanted_names:
            made.append(called(call.make(), placed(dict(call.given), Path())))
    found: dict[type, Any] = {}
    for value in inside(made, set()):
        if type(value) in wanted:
            found.setdefault(type(value), value)
    return found


def test_every_public_class_has_a_value_that_travels():
    values = small_values()
    missing = [name for name, it in classes().items() if name not in NOT_VALUES and it not in values]
    assert not missing, "give test_values.py a value of each, so that it is copied and compared"
    for it, value in values.items():
        check(value, it.__name__)
        assert value != object()


RESULTS = {
    "robot": lambda kind: kind.robot,
    "model": lambda kind: kind.model,
    "changed model": lambda kind: kind.model.changed(gravity=np.array([0.0, 1.0, -3.0])),
    "model without parameters": lambda kind: _freed(kind).with_values([1.5] * len(_freed(kind).free)),
    "free model": lambda kind: _freed(kind),
    "evaluated": lambda kind: kind.plain,
    "compiled": lambda kind: _used(kind),
    "scenario": lambda kind: kind.loop,
    "study": lambda kind: arm.Study(kind.loop, axes={"gravity.z": [-9.81, -1.62]}, outputs=["work"]),
    "run": lambda kind: kind.run,
    "stack": lambda kind: arm.simulate(dataclasses.replace(kind.loop, q0=[kind.start] * 2), 0.02, record=0.01),
    "metrics": lambda kind: kind.run.metrics(),
    "rollout": lambda kind: _rolled(kind),
    "frequencies": lambda kind: arm.frequencies(kind.robot, kind.start),
    "statics": lambda kind: arm.statics(kind.robot, kind.start),
    "state space": lambda kind: arm.linearise(kind.robot, kind.start),
    "margins": lambda kind: arm.margins(arm.Scenario(kind.robot, controller=arm.controllers.PD(20.0, 2.0)), kind.start),
    "inverse kinematics": lambda kind: arm.inverse_kinematics(kind.robot, [0.3, 0.0, 0.1], starts=2),
    "all solutions": lambda kind: arm.inverse_kinematics(kind.robot, [0.3, 0.0, 0.1], all=True, starts=2),
    "workspace": lambda kind: arm.workspace(kind.robot, count=9),
    "ellipsoids": lambda kind: arm.ellipsoids(kind.robot, [kind.state["q"]]),
    "equations": lambda kind: arm.equations(kind.robot),
    "formula": lambda kind: arm.equations(kind.robot).entry("M11"),
    "cost": lambda kind: arm.cost(kind.robot, "gravity"),
    "selection": lambda kind: arm.select([kind.robot], sampling=arm.selection.Sampling(20), timed=False),
}
"""Values of a kind of robot, by name; a kind that has none raises an ArmillaryError."""
CHEAP = ("robot", "model", "changed model", "model without parameters", "free model", "evaluated", "scenario", "study")
"""Values that every run of the tests makes for every kind: no code is compiled for them."""
SAMPLE = ("free_base", "modes_in_space", "segments", "elastic_gear", "lugre")
"""Kinds of which every run of the tests makes all values."""


def _freed(kind: Kind) -> arm.Model:
    known = arm.model(kind.robot).numbers.inputs.values()
    return arm.model(kind.robot, free=[each.name for each in known if each.name.endswith(".mass")][:2])


def _used(kind: Kind) -> arm.types.Compiled:
    kind.native.gravity(kind.state["q"])  # a built-in function takes the place of the method
    return kind.native


def _rolled(kind: Kind) -> arm.types.Rollout:
    found = arm.rollout(kind.loop, 1e-3, record=1e-3, solver=arm.solvers.RK4(step=1e-4))
    assert np.all(np.isfinite(found.q))
    return found


@pytest.mark.parametrize("name", KINDS)
def test_values_of_a_kind_of_robot_travel(name):
    kind = KINDS[name]
    others = KINDS["continuous" if name != "continuous" else "tree"]
    refused = []
    for what in RESULTS if ALL or name in SAMPLE else CHEAP:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", arm.ArmillaryWarning)
                value = RESULTS[what](kind)
        except arm.ArmillaryError:
            refused.append(what)
            continue
        check(value, f"{what} of {name}")
        if what in CHEAP:
            assert value != RESULTS[what](others), f"{what} of {name} equals that of another robot"
    assert not {*refused} & {*CHEAP}


def check(value: Any, about: str) -> None:
    """Fill what a value keeps, then compare it with its copies, in both directions."""
    for name, _ in inspect.getmembers(type(value), lambda it: isinstance(it, property) or hasattr(it, "attrname")):
        if not name.startswith("_"):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", arm.ArmillaryWarning)
                with contextlib.suppress(arm.ArmillaryError):  # a property that this value has not
                    getattr(value, name)
    for how, copied in {
        "pickled": lambda it: pickle.loads(pickle.dumps(it)),
        "deep": copy.deepcopy,
        "shallow": copy.copy,
    }.items():
        other = copied(value)
        assert type(other) is type(value), f"{about}, {how}"
        assert other == value, f"{about}, {how}"
        assert value == other, f"{about}, {how}"
        assert hash(other) == hash(value), f"{about}, {how}"


def test_contents_differ_where_one_entry_does():
    base = KINDS["continuous"].run
    for name in ("t", "q", "tau", "potential"):
        moved = getattr(base, name).copy()
        moved.flat[-1] += 1e-12
        other = dataclasses.replace(base, **{name: moved})
        assert other != base
        assert dataclasses.replace(other, **{name: getattr(base, name)}) == base
    assert dataclasses.replace(base, events=(arm.types.Event(0.0, "note", "text"),)) != base


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        (np.array([1.0, np.nan]), np.array([1.0, np.nan]), True),
        (np.array([0.0]), np.array([-0.0]), True),
        (np.array([1]), np.array([1.0]), True),
        (np.array([True]), np.array([1.0]), True),
        (np.array([1.0 + 0j]), np.array([1.0]), True),
        (np.array([1.0]), np.array([[1.0]]), False),
        (np.array([1.0]), [1.0], False),
        (np.array([1.0, None], dtype=object), np.array([1.0, None], dtype=object), True),
        (np.array(["a"]), np.array(["a"]), True),
        (float("nan"), float("nan"), True),
        (1, 1.0, True),
        ({"a": np.zeros(2)}, {"a": np.zeros(2)}, True),
        ({"a": np.zeros(2)}, {"b": np.zeros(2)}, False),
        ((1, [2.0]), (1, [2.0]), True),
        ((1, 2.0), [1, 2.0], False),
        (None, 0, False),
    ],
)
def test_contents_of_plain_values(a, b, equal):
    assert same(a, b) == same(b, a) == equal
    if equal:
        assert digest(a) == digest(b)
