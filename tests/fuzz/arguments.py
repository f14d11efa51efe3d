"""Public functions, called with arguments of which one or two are wild.

Each call is right before its arguments are replaced; small robots keep it cheap. Calls that compile, search or write
take most of the time, so they are drawn less often.
"""

import dataclasses
import inspect
import random
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import armillary as arm
from armillary.files.words import shortened

CHEAP, DEAR = 50.0, 1.0
"""Weights of calls that take about a millisecond, and of calls that compile."""


class Odd:
    """An object of a type that no function expects."""

    def __repr__(self) -> str:
        return "Odd()"


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
        )
    )  # fmt: skip


@cache
def robot() -> arm.Robot:
    """Return a robot of two joints."""
    return arm.library.get("khatib-rr")


@cache
def model() -> arm.Model:
    """Return its model."""
    return arm.model(robot())


@cache
def run() -> arm.Trajectory:
    """Return a short run."""
    return arm.simulate(robot(), 0.02, record=0.01, controller=arm.controllers.PD(10.0, 1.0))


@cache
def stack() -> arm.Trajectory:
    """Return a stack of two runs."""
    return arm.simulate(robot(), 0.02, q0=[[0.1, 0.2], [0.3, 0.4]])


Call = tuple[Callable[..., Any], dict[str, Any], float]


@cache
def calls() -> dict[str, Call]:
    """Return the calls by name: function, right arguments, weight."""
    one = robot()
    joint, link = one.joints[0], one.links[0]
    found: dict[str, Call] = {
        "Robot": (_robot, {each.name: getattr(one, each.name) for each in dataclasses.fields(one)}, CHEAP),
        "Joint": (_jointed, {each.name: getattr(joint, each.name) for each in dataclasses.fields(joint)}, CHEAP),
        "Link": (_linked, {each.name: getattr(link, each.name) for each in dataclasses.fields(link)}, CHEAP),
        "Motor": (
            _motored, {"name": "m", "joint": joint.name, "carrier": "base", "mass": 1.0, "ratio": 10.0}, CHEAP,
        ),
        "planar": (arm.planar, {"lengths": [1.0, 0.5], "masses": [1.0, 2.0]}, CHEAP),
        "model": (arm.model, {"robot": one, "motors": "full", "friction": True, "free": ["gravity.z"]}, CHEAP),
        "load": (arm.load, {"path": "none.toml"}, CHEAP / 5),
        "load_scenario": (arm.load_scenario, {"path": "none.toml", "settings": ["duration=1"]}, CHEAP / 5),
        "load_motion": (arm.load_motion, {"path": "none.toml"}, CHEAP / 5),
        "load_catalogue": (arm.load_catalogue, {"path": "none.toml"}, CHEAP / 5),
        "library.get": (arm.library.get, {"name": "panda"}, CHEAP / 5),
        "snap": (arm.snap, {"robot": one}, CHEAP / 5),
        "to_toml": (arm.to_toml, {"robot": one}, CHEAP / 5),
        "Trajectory.load": (arm.Trajectory.load, {"path": "none.nc"}, CHEAP / 5),
        "Push": (arm.Push, {"frame": "tip", "wrench": [0, 0, 0, 1, 0, 0], "start": 0.0, "end": 1.0}, CHEAP / 5),
        "Noise": (arm.Noise, {"std": 0.1, "seed": 1}, CHEAP / 5),
        "Change": (arm.Change, {"t": 0.5, "robot": one}, CHEAP / 5),
        "Sampling": (arm.Sampling, {}, CHEAP / 5),
        "MotionTask": (arm.MotionTask, {"reference": arm.references.Line(end=[0.1, 0.2, 0], duration=1.0)}, CHEAP / 5),
        "position": (run().position, {"frame": "tip"}, CHEAP / 5),
        "deflection": (run().deflection, {"frame": "tip"}, CHEAP / 5),
        "metrics": (run().metrics, {"band": 0.02}, CHEAP / 5),
        "frequencies": (
            arm.frequencies, {"robot": one, "q": [0.1, 0.2], "joints": "free", "count": 2}, CHEAP / 5
        ),
        "statics": (arm.statics, {"robot": one, "q": [0.1, 0.2]}, CHEAP / 10),
        "linearise": (arm.linearise, {"robot": one, "q": [0.1, 0.2], "qd": [0.1, 0.0]}, CHEAP / 10),
        "inverse_kinematics": (
            arm.inverse_kinematics, {"robot": one, "target": [0.5, 0.5, 0], "starts": 4, "task": "xy"}, CHEAP / 20
        ),
        "Scenario": (
            arm.Scenario,
            {
                "robot": model(), "controller": arm.controllers.PD(10.0, 1.0),
                "reference": arm.references.Constant([0, 0]), "plant": one, "disturbances": (),
                "changes": (), "limits": True, "period": 0.01,
                "noise": arm.Noise(0.1), "q0": [0.1, 0.2], "qd0": [0.0, 0.1], "duration": 0.1, "solver": None,
                "record": 0.01,
            },
            CHEAP / 5,
        ),
        "simulate": (
            arm.simulate,
            {"scenario": one, "duration": 0.02, "solver": arm.solvers.RK4(), "record": 0.01, "parameters": None,
             "progress": None, "threads": 1, "controller": arm.controllers.PD(10.0, 1.0), "q0": [0.1, 0.2]},
            4 * DEAR,
        ),
        "compile": (arm.compile, {"robot": one}, DEAR),
        "cost": (arm.cost, {"robot": one, "quantity": "gravity"}, DEAR / 4),
        "save": (run().save, {"path": "none/x.csv"}, CHEAP / 20),
        "architectures": (arm.architectures, {"n": 2}, DEAR),
    }  # fmt: skip
    compiled, plain = arm.compile(one), arm.evaluate(one)
    state = {"q": [0.1, 0.2], "qd": [0.3, 0.4], "qdd": [0.5, 0.6], "tau": [1.0, 2.0], "task": "xy", "frame": "tip"}
    for name, method in inspect.getmembers(arm.Dynamics, inspect.isfunction):
        names = inspect.signature(method).parameters
        given = {each: state[each] for each in names if each in state}
        if not name.startswith("_") and "q" in names:
            found[f"compiled.{name}"] = getattr(compiled, name), given | {"out": None}, CHEAP / 5
            found[f"evaluated.{name}"] = getattr(plain, name), given | {"out": None}, CHEAP / 20
    for space in (arm.controllers, arm.references, arm.solvers):
        for name in space.__all__:
            made = getattr(space, name)
            if dataclasses.is_dataclass(made) and name not in ("Solver", "FunctionController"):
                found[f"{space.__name__.split('.')[-1]}.{name}"] = made, _parameters(made), CHEAP / 10
    return found


def argument_case(rng: random.Random, folder: Path) -> tuple[str, Callable[[], Any]]:
    """Return a description of a case and the call with wild arguments."""
    names = list(calls())
    name = rng.choices(names, [calls()[each][2] for each in names])[0]
    function, right, _ = calls()[name]
    given = dict(right)
    for _ in range(rng.choice((1, 1, 2))):
        if given:
            given[rng.choice(list(given))] = wild(rng)
    wilds = {key: value for key, value in given.items() if value is not right.get(key)}
    shown = {key: f"{type(value).__name__} {shortened(value)}" for key, value in wilds.items()}
    return f"{name}({shown})", lambda: function(**given)


def _robot(**fields: Any) -> Any:
    made = arm.Robot(**fields)
    return repr(made), arm.to_toml(made), arm.model(made)


def _jointed(**fields: Any) -> Any:
    one = robot()
    return _robot(name="x", links=one.links, joints=(arm.Joint(**fields), *one.joints[1:]))


def _linked(**fields: Any) -> Any:
    one = robot()
    return _robot(name="x", links=(arm.Link(**fields), *one.links[1:]), joints=one.joints)


def _motored(**fields: Any) -> Any:
    one = robot()
    return _robot(name="x", links=one.links, joints=one.joints, motors=(arm.Motor(**fields),))


def _parameters(made: type) -> dict[str, Any]:
    """Return arguments for the required fields of a controller, reference or solver."""
    usual = {"end": [0.1, 0.2], "duration": 1.0, "points": [[0, 0], [1, 1]], "times": [0.0, 1.0], "controller":
             arm.controllers.PD(1.0, 1.0)}  # fmt: skip
    signature = inspect.signature(made).parameters
    return {
        name: usual.get(name, 1.0) if each.default is inspect.Parameter.empty else each.default
        for name, each in signature.items()
        if each.kind not in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    }
