"""Public functions with arguments that make a cheap call, and how often each is drawn."""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import armillary as arm

from .values import bent, model, one, plate, results, robot, run, study, task

CHEAP, DEAR = 50.0, 1.0
"""Weights of calls that take about a millisecond, and of calls that compile."""


@dataclass(frozen=True)
class Call:
    """A call: `make` returns its function, `given` are arguments with which it is right."""

    make: Callable[[], Callable[..., Any]]
    given: Mapping[str, Any]
    weight: float = CHEAP / 5


def functions() -> dict[str, Call]:
    """Return the calls by name."""
    pd, rr, rest = arm.controllers.PD(10.0, 1.0), robot(), arm.references.Constant([0, 0])
    line = arm.references.Line(end=[0.1, 0.2, 0], duration=1.0)
    wrench = [0, 0, 0, 1, 0, 0]
    table = {
        "planar": (arm.planar, {"lengths": [1.0, 0.5], "masses": [1.0, 2.0]}, CHEAP),
        "model": (arm.model, {"robot": rr, "motors": "full", "friction": True, "free": ["gravity.z"]}, CHEAP),
        "from_screws": (arm.from_screws, {"screws": [{"axis": [0, 0, 1, 0, 0, 0], "mass": 1.0}],
                         "home": [[1, 0, 0, 0.5], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], "name": "screws",
                         "gravity": (0.0, 0.0, -9.81), "base": None, "source": ""}, CHEAP),
        "from_dh": (arm.from_dh, {"rows": [{"a": 0.5, "alpha": 0.1, "mass": 1.0}, {"a": 0.3, "mass": 0.5}],
                          "convention": "modified", "name": "dh", "gravity": (0.0, 0.0, -9.81), "base": None,
                          "tool": None, "source": ""}, CHEAP),
        "load": (arm.load, {"path": "none.toml", "strict": None, "base": "as described", "root": None,
                            "xacro_args": None, "trusted": False}),
        "load_scenario": (arm.load_scenario, {"path": "none.toml", "settings": ["duration=1"], "strict": None}),
        "load_pushes": (arm.load_pushes, {"path": "none.csv"}),
        "load_motion": (arm.load_motion, {"path": "none.toml"}),
        "load_catalogue": (arm.selection.load_catalogue, {"path": "none.toml"}),
        "load_study": (arm.load_study, {"path": "none.toml", "settings": ["samples=1"], "strict": None}),
        "load_results": (arm.load_results, {"path": "none.zarr", "study": None}),
        "merge_results": (_merged, {"paths": ["$/none.zarr"], "to": "$/merged.zarr", "study": None}, DEAR),
        "Study": (arm.Study, {"scenario": rr, "axes": {"link1.mass": [1.0, 2.0]}, "samples": None,
                              "sampling": "random", "seed": 0, "outputs": ["workspace.reach"], "signals": {},
                              "functions": {}, "chunk": None, "file": None}, 4 * DEAR),
        "sweep": (_swept, {"study": study(), "store": "$/swept.zarr", "part": None, "retry_failed": False,
                           "progress": None}, DEAR),
        "library.get": (arm.library.get, {"name": "panda"}),
        "Coupling.linear": (arm.parts.Coupling.linear, {"joint": "a", "ratio": 2.0, "offset": 0.1}, CHEAP),
        "repair": (arm.repair, {"robot": rr}),
        "free": (arm.free, {"robot": rr, "base": None}),
        "fixed": (arm.fixed, {"robot": arm.free(rr)}),
        "snap": (arm.snap, {"robot": rr, "tolerance": 1e-5}),
        "to_toml": (arm.to_toml, {"robot": rr, "folder": None}),
        "save": (arm.save, {"what": rr, "path": "$/robot.toml"}),
        "Push": (arm.Push, {"frame": "tip", "wrench": wrench, "start": 0.0, "end": 1.0}),
        "Encoder": (arm.sensors.Encoder, {"joints": "joint1", "noise": 0.1, "counts": 100, "delay": 0.01}, CHEAP),
        "StrainGauge": (arm.sensors.StrainGauge, {"link": "link", "at": 0.1, "plane": "y", "fibre": 0.01}, CHEAP),
        "Differences": (arm.sensors.Differences, {"samples": 2, "of": "position", "seen": True}, CHEAP),
        "Change": (arm.Change, {"t": 0.5, "robot": rr}),
        "Sampling": (arm.selection.Sampling, {"count": 20, "seed": 0}),
        "MotionTask": (arm.MotionTask, {"reference": line, "duration": None, "step": None, "frame": "tip",
                                        "payload": 0.0, "q0": None, "name": "motion"}),
        "frequencies": (arm.frequencies, {"robot": rr, "q": [0.1, 0.2], "joints": "free", "count": 2, "qd": None,
                                          "sag": None}),
        "frequencies of a beam": (arm.frequencies, {"robot": bent(), "q": None, "joints": "locked",
                                                    "qd": None, "sag": True}),
        "campbell": (arm.campbell, {"robot": bent(), "over": "j", "values": [0.0, 1.0], "q": None,
                                    "joints": "locked", "count": 1}, DEAR),
        "ellipsoids": (arm.ellipsoids, {"robot": rr, "q": [[0.1, 0.2]], "frame": "tip"}),
        "workspace": (arm.workspace, {"robot": rr, "frame": "tip", "count": 9, "seed": 0}, DEAR),
        "root_locus": (arm.root_locus, {"scenario": rr, "name": "link1.mass", "values": [1.0, 2.0]}, DEAR),
        "statics": (arm.statics, {"robot": bent(), "q": None, "wrench": wrench, "frame": "tip",
                                  "joints": "locked"}, CHEAP / 10),
        "linearise": (arm.linearise, {"robot": rr, "q": [0.1, 0.2], "qd": [0.1, 0.0], "tau": None, "inputs": None,
                                      "outputs": None, "sag": None, "t": 0.0}, CHEAP / 10),
        "linearise a loop": (arm.linearise, {"robot": _loop(), "q": [0.1, 0.2], "qd": None, "t": 0.0}, 4 * DEAR),
        "margins": (arm.margins, {"scenario": _loop(), "open": ["joint1"], "q": [0.1, 0.2], "t": 0.0}, 4 * DEAR),
        "Trajectory.plot_motors": (lambda **given: _wound().plot_motors(**given), {"path": "$/motors.svg"}, DEAR / 8),
        "lqr": (arm.lqr, {"system": _linear(), "Q": 1.0, "R": 1.0, "period": None}),
        "place": (arm.place, {"system": _linear(), "poles": [-1.0, -2.0, -3.0, -4.0], "period": None}),
        "kalman": (arm.kalman, {"system": _linear(), "controller": arm.lqr(_linear(), 1.0, 1.0), "process": 1.0,
                                "measurement": 1.0, "period": None}),
        "learn": (arm.learn, {"scenario": replace(_loop(), reference=arm.references.FifthOrder(end=[0.1, 0.2],
                              duration=0.02), duration=0.02), "iterations": 1, "kp": 1.0}, DEAR),
        "convergence": (arm.convergence, {"robot": bent(), "q": None, "joints": "locked", "count": 1,
                                          "tolerance": 0.01}, DEAR),
        "check": (arm.check, {"robot": one(), "states": 1, "seed": 0, "progress": None}, DEAR),
        "inverse_kinematics": (
            arm.inverse_kinematics,
            {"robot": rr, "target": [0.5, 0.5, 0], "starts": 4, "task": [3, 4], "frame": "tip", "q0": None, "seed": 0,
             "atol": 1e-10, "all": False, "fixed": None, "limits": True, "copies": False},
            CHEAP / 20,
        ),
        "Scenario": (
            arm.Scenario,
            {"robot": model(), "controller": pd, "reference": rest, "plant": rr, "disturbances": (), "changes": (),
             "limits": "end", "period": 0.01, "sensors": arm.sensors.Encoder(), "seed": 0, "q0": [0.1, 0.2],
             "qd0": [0.0, 0.1],
             "duration": 0.1, "solver": None, "record": 0.01},
        ),
        "simulate": (
            arm.simulate,
            {"scenario": rr, "duration": 0.02, "solver": arm.solvers.RK4(), "record": 0.01, "parameters": None,
             "progress": None, "threads": 1, "controller": pd, "q0": [0.1, 0.2]},
            4 * DEAR,
        ),
        "rollout": (
            arm.rollout,
            {"scenario": model(), "duration": 0.02, "solver": arm.solvers.RK4(), "record": 0.01, "parameters": None,
             "efforts": [[0.1, 0.2], [0.3, 0.4]], "memory": 2**20, "threads": 1},
            4 * DEAR,
        ),
        "compile": (arm.compile, {"robot": rr, "formulation": "auto", "width": None, "threads": 1}, DEAR),
        "evaluate": (arm.evaluate, {"robot": rr, "formulation": "auto"}),
        "cost": (arm.cost, {"robot": rr, "quantity": "gravity", "formulation": None, "simplify": True}, DEAR / 4),
        "equations": (arm.equations, {"robot": one(), "letters": "all"}, DEAR),
        "enumerate_architectures": (arm.selection.enumerate_architectures,
            {"n": 2, "alphabet": None, "dimensions": None, "most": 50}, DEAR),
        "Alphabet": (arm.selection.Alphabet, {"joints": "RP", "axes": ("parallel",), "meeting": "offset",
            "slides": "along"}),
        "Dimensions": (_dimensioned, {"lengths": 0.5, "masses": None, "mass_per_length": 4.0, "radius": 0.03,
                                      "stroke": None}),
        "select": (
            arm.select,
            {"robots": [one(), replace(one(), name="two")], "motion": task(), "weights": None,
             "sampling": arm.selection.Sampling(20), "frame": "tip", "task": "position", "timed": False,
             "progress": None},
            DEAR / 4,
        ),
        "search_architectures": (
            arm.selection.search_architectures,
            {"architectures": 1, "objectives": None, "motion": None, "weights": None,
             "sampling": arm.selection.Sampling(20),
             "every": False, "executor": None, "progress": None},
            DEAR / 4,
        ),
        "choose_motors": (
            arm.choose_motors,
            {"robot": one(), "motion": task(), "catalogue": None, "objective": "mass", "safety": 1.2, "joints": None,
             "budget": 10, "executor": None, "progress": None},
            DEAR,
        ),
        "report": (arm.report, {"results": run(), "path": "$/out.html", "title": None, "names": None}, DEAR / 2),
        **{f"export {to}": (arm.export, {"robot": one(), "to": to, "path": path, "quantities": "gravity",
                            "frames": None,
                            "formulation": "auto", "name": None, "precision": "double"}, DEAR)
           for to, path in (("c", "$/c"), ("python", "$/module.py"), ("casadi", "$/functions"))},
        "export": (arm.export, {"robot": one(), "to": "fmu", "path": "$/out.fmu", "frames": None, "name": None,
                                "fmi": "2.0", "tunable": ["gravity"], "platforms": None, "q0": [0.1], "qd0": None,
                                "limits": "end"}, DEAR / 2),
        "controllers.wrap": (arm.controllers.wrap, {"function": lambda t, q, qd: -q, "model": model(),
                             "reference": rest,
                             "trace": True}),
        "references.anchor": (arm.references.anchor, {"part": arm.references.FifthOrder(end=[0.1, 0.2], duration=1.0),
                              "model": model(), "q": [0.1, 0.2], "frame": "tip"}),
        "references.parameters": (arm.references.parameters, {"of": arm.controllers.PD}),
    }  # fmt: skip
    found = {name: Call(lambda f=function: f, given, *weight) for name, (function, given, *weight) in table.items()}
    return found | _parts()


def _swept(**given: Any) -> Any:
    """Compute a study in this process."""
    return arm.sweep(**given, executor=arm.executors.Serial())


def _merged(paths: Any, **given: Any) -> Any:
    """Merge stores; the name of a file that is not there stands for results."""
    path = str(results().store.path)
    return arm.merge_results([path] if isinstance(paths, list) and len(paths) == 1 else paths, **given)


@cache
def _wound() -> arm.Trajectory:
    motor = arm.Motor("motor", "joint1", "base", ratio=10.0, winding=arm.Winding(0.1, 0.5))
    return arm.simulate(replace(robot(), motors=(motor,)), 0.02, controller=arm.controllers.PD(1.0, 0.1), record=0.01)


def _linear() -> arm.types.StateSpace:
    return arm.linearise(robot())


def _loop() -> arm.Scenario:
    return arm.Scenario(robot(), controller=arm.controllers.PD(10.0, 1.0), reference=arm.references.Constant([0, 0]))


def _dimensioned(**given: Any) -> Any:
    return arm.selection.enumerate_architectures(1, dimensions=arm.selection.Dimensions(**given))


def _parts() -> dict[str, Call]:
    """Return the values that a robot is made of: each is made, and with it a robot that is written and modelled."""
    rr, beam, modal = robot(), bent(), plate()
    bar, data = beam.links[0].beam, modal.links[0].beam
    made = {
        "Robot": (rr, lambda each: each),
        "Joint": (rr.joints[0], lambda each: replace(rr, joints=(each, *rr.joints[1:]), frames=())),
        "Link": (rr.links[0], lambda each: replace(rr, links=(each, *rr.links[1:]), frames=())),
        "Motor": (arm.Motor("m", rr.joints[0].name, "base", 1.0, ratio=10.0), lambda each: replace(rr, motors=(each,))),
        "Payload": (arm.Payload("p", rr.links[1].name, 1.0), lambda each: replace(rr, payloads=(each,))),
        "Configuration": (arm.parts.Configuration("c", (0.1, 0.2)), lambda each: replace(rr, configurations=(each,))),
        "Frame": (arm.Frame("f", rr.links[1].name), lambda each: replace(rr, frames=(each,))),
        "Visual": (arm.parts.Visual(rr.links[1].name, "box", (0.1, 0.1, 0.1)),
            lambda each: replace(rr, visuals=(each,))),
        "Placement": (arm.Placement(), lambda each: replace(rr, frames=(arm.Frame("f", rr.links[1].name, each),))),
        "Coupling": (arm.parts.Coupling(rr.joints[1].name, (0.0, 1.0)), lambda each: _jointed(rr, couple=each)),
        "Limits": (arm.Limits(-1.0, 1.0), lambda each: _jointed(rr, limits=each)),
        "Beam": (bar, lambda each: _linked(beam, each)),
        "Section": (
            bar.stations[0].section,
            lambda each: _linked(beam, replace(bar, stations=(arm.parts.Station(0.0, each),))),
        ),
        "Station": (bar.stations[0], lambda each: _linked(beam, replace(bar, stations=(each,)))),
        "BeamNode": (arm.parts.BeamNode("n", 0.5), lambda each: _linked(beam, replace(bar, nodes=(each,)))),
        "Modes": (bar.modes, lambda each: _linked(beam, replace(bar, modes=each))),
        "Sublinks": (arm.parts.Sublinks(2), lambda each: _linked(beam, replace(bar, modes=None, sublinks=each))),
        "ModalData": (data, lambda each: _linked(modal, each)),
        "ModalNode": (data.nodes[0], lambda each: _linked(modal, replace(data, nodes=(each,)))),
    }  # fmt: skip

    def used(kind: type, put: Callable[[Any], arm.Robot]) -> Callable[[], Callable[..., Any]]:
        def make(**fields: Any) -> Any:
            whole = put(kind(**fields))
            return repr(whole), arm.to_toml(whole), arm.model(whole)

        return lambda: make

    found = {}
    for name, (value, put) in made.items():
        fields = {each.name: getattr(value, each.name) for each in dataclasses.fields(value) if each.init}
        weight = CHEAP if name in ("Robot", "Joint", "Link", "Motor") else CHEAP / 5
        found[name] = Call(used(type(value), put), fields, weight)
    return found


def _jointed(whole: arm.Robot, **changes: Any) -> arm.Robot:
    # a coupled joint has no coordinate: configurations of all coordinates would not fit
    return replace(whole, joints=(replace(whole.joints[0], **changes), *whole.joints[1:]), configurations=())


def _linked(whole: arm.Robot, beam: Any) -> arm.Robot:
    return replace(whole, links=(replace(whole.links[0], beam=beam),))
