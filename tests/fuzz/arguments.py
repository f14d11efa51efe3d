"""Public functions, called with arguments of which one or two are wild.

Each call is right before its arguments are replaced; small robots keep it cheap. `calls` has every public function,
class and method that takes arguments: those of `functions.py` with the arguments given there, all others with their
defaults and with arguments of `USUAL`. `EXCEPTIONS` says which are left out, and why.
"""

import inspect
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import armillary as arm
from internals import shortened

from .functions import CHEAP, DEAR, Call, functions
from .values import (
    bent,
    bent_value,
    choice,
    equations,
    model,
    one,
    results,
    robot,
    run,
    search,
    selection,
    stack,
    task,
    wild,
)

SPACES = ("axes", "controllers", "executors", "library", "outputs", "references", "sensors", "solvers")
RESULT = "a result: functions make it, from values that they have checked"
INSIDE = "called by the package alone, with its own values"
ON_GPU = {"OnDevice"}
"""Classes whose values need a GPU; tests/compiler/gpu gives them wrong arguments."""
EXCEPTIONS = {
    **dict.fromkeys(
        ("Architectures", "Catalogue", "CheckResult", "Compiled", "Convergence", "Cost", "DHTable", "Disagreement",
         "Dynamics", "Equations", "Evaluated", "Event", "Export", "Formula", "Formulas", "Frequencies", "IKResult",
         "IKSolutions", "Learning", "Measure", "Metrics", "Model", "MotorChoice", "Number", "Repair", "Search",
         "Selection", "Screws", "Singularities", "StateSpace",
         "Statics", "Trajectory", "Declared", "Quantity", "Results", "Campbell", "Ellipsoids", "RootLocus",
         "Workspace", "executors.Answer"),
        RESULT,
    ),
    **dict.fromkeys(
        ("Model.check_free", "Model.free_place", "Model.free_places", "Number.check", "Quantity.at",
         "Quantity.check", "Quantity.dimension_at", "Quantity.expected", "Quantity.fault", "Quantity.unit",
         "controllers.FunctionController", "controllers.Law", "controllers.Sampled", "solvers.Solver",
         "Formula.evaluate", "Formulas.evaluate", "Push.efforts", "RecordedPushes.efforts", "Section.towards",
         "MotionTask.times", "Joint.displacement", "Declared.written_at",
         "Compiled.kernel_vjp", "Compiled.build", "Beam.shear_area", "Study.compute", "Study.points", "Study.seed_of",
         "executors.Executor", "executors.Dask", "sensors.Instrument", "sensors.Observer",
         "sensors.Sensor",
         *(f"{space}.*.{name}" for space, names in {
             "axes": ("converted", "ppf", "at"),
             "controllers": ("law", "anchored", "check", "rates", "effort", "rate", "command", "limited", "advance",
                             "efforts_and_states", "bound", "clipped", "signals"),
             "executors": ("elsewhere", "map", "kept"),
             "outputs": ("of", "values", "value", "variable"),
             "references": ("motion_with", "progress_with", "anchored", "time_law"),
             "sensors": ("channels", "draws", "into", "quantity", "sample", "step", "walks", "first", "next", "output",
                         "states", "mounts"),
             "solvers": ("write", "dense", "measure", "choose"),
         }.items() for name in names)),
        INSIDE,
    ),
}  # fmt: skip
"""Names that are not called, with the reason; * stands for every class of a module."""

OWNERS: dict[str, Callable[[], Any]] = {
    "Robot": lambda: replace(robot(), configurations=(arm.parts.Configuration("home", (0.1, 0.2)),)),
    "Model": lambda: arm.model(robot(), free=["gravity.z"]),
    "Compiled": lambda: arm.compile(robot()), "Trajectory": run, "Equations": equations,
    "Evaluated": lambda: arm.evaluate(robot()), "Metrics": lambda: run().metrics(),
    "CheckResult": lambda: arm.check(one(), 1), "Convergence": lambda: arm.convergence(bent(), count=1),
    "Frequencies": lambda: arm.frequencies(bent()), "StateSpace": lambda: arm.linearise(one()),
    "Statics": lambda: arm.statics(bent()), "MotionTask": task, "MotorChoice": choice, "Search": search,
    "Selection": selection, "Repair": lambda: arm.repair(robot()), "Winding": lambda: arm.Winding(0.1, 0.5),
    **{f"references.{each.__name__}": lambda each=each: each(2.0) for each in arm.references.SHAPERS.values()},
    "Results": results, "Rollout": lambda: arm.rollout(model(), 0.01, record=0.01, efforts=[[0.1, 0.2]]),
    "Scenario": lambda: arm.Scenario(robot(), controller=arm.controllers.PD(10.0, 1.0)),
    "Margins": lambda: arm.margins(arm.Scenario(robot(), controller=arm.controllers.PD(10.0, 1.0))),
    "Campbell": lambda: arm.campbell(bent(), "j", [0.0, 1.0], count=1),
    "Ellipsoids": lambda: arm.ellipsoids(robot(), [[0.1, 0.2]]), "Workspace": lambda: arm.workspace(robot(), count=9),
    "RootLocus": lambda: arm.root_locus(robot(), "link1.mass", [1.0, 2.0]),
    "Section": lambda: arm.parts.Section("circle", (0.02,)), "Beam": lambda: bent().links[0].beam,
    "Dimensions": lambda: arm.selection.Dimensions(0.5), "Push": lambda: arm.Push("tip", [0, 0, 0, 1, 0, 0], 0.0, 1.0),
    "RecordedPushes": lambda: arm.types.RecordedPushes((0.1, 0.2), (("joint1", 0),), ((1.0,), (0.0,))),
    "DHTable": lambda: robot().dh(), "Screws": lambda: robot().screws(),
    "Singularities": lambda: equations().singularities(),
    "IKResult": lambda: arm.inverse_kinematics(robot(), [0.5, 0.5, 0], starts=2, task=[3, 4]),
    "IKSolutions": lambda: arm.inverse_kinematics(robot(), [0.5, 0.5, 0], all=True, task=[3, 4]),
    "Learning": lambda: arm.learn(**functions()["learn"].given),
}  # fmt: skip
"""A value of each class that has methods; `Dynamics` has those of `Compiled`."""
MADE = ("controllers", "references")
"""Modules whose classes are made with their right arguments, for their methods."""
SLOW = {
    "Trajectory.plot": DEAR / 8, "Trajectory.animate": DEAR / 4, "Trajectory.report": DEAR / 2,
    "Trajectory.page": DEAR / 2, "Scenario.page": DEAR / 2,
    "Results.plot": DEAR / 8, "Results.page": DEAR / 8, "Results.run": DEAR, "Results.sensitivities": DEAR,
    "Robot.plot": DEAR / 8, "Model.plot": DEAR / 8, "Trajectory.plot_phase": DEAR / 8, "Frequencies.plot": DEAR / 8,
    "StateSpace.bode": DEAR / 8, "Campbell.plot": DEAR / 8, "Ellipsoids.plot": DEAR / 8, "Workspace.plot": DEAR / 8,
    "RootLocus.plot": DEAR / 8,
    "Search.plot": DEAR / 8, "Selection.plot": DEAR / 8, "Margins.plot": DEAR / 8, "MotorChoice.plot": DEAR / 8,
    "Equations.latex": DEAR, "Equations.sympy": DEAR,
    "Equations.to_html": DEAR, "Selection.reweighted": DEAR, "MotionTask.of": 4 * DEAR, "Search.save": 4 * DEAR,
}  # fmt: skip
"""Weights of methods that take long."""
USUAL: dict[str, Any] = {
    "q": [0.1, 0.2], "qd": [0.3, 0.4], "qdd": [0.5, 0.6], "tau": [1.0, 2.0], "tau_bar": [1.0, 0.5],
    "qdd_bar": [0.5, 1.0], "directions": ([0.1, 0.2], None, [0.3, 0.4]), "step": [0.1, 0.2], "frame": "tip",
    "*names": "M", "name": "M", "quantity": "gravity", "path": "$/out", "folder": "$/folder",
    "key": "operations.inverse_dynamics",
    "candidate": "two", "weights": {"workspace.volume": 1.0}, "robot": None, "mode": 0, "signal": "reference",
    "end": [0.1, 0.2], "duration": 1.0, "points": [[0, 0], [1, 1]], "times": [0.0, 1.0],
    "controller": arm.controllers.PD(1.0, 1.0), "omega": [1.0, 10.0],
}  # fmt: skip
"""Arguments without a default, by name; $ stands for a folder."""
OWN: dict[str, dict[str, Any]] = {
    "Robot.configuration": {"name": "home"},
    **{f"{name}.{how}": {"path": "$/out.svg"} for how, names in {
        "plot": ("Robot", "Model", "Frequencies", "Campbell", "Ellipsoids", "Workspace", "RootLocus"),
        "bode": ("StateSpace",), "plot_phase": ("Trajectory",)}.items() for name in names},
    "Robot.first": {"count": 1}, "Robot.subtree": {"link": "link2"},
    **{f"Robot.with_{part}": {"placement": arm.Placement((0.0, 0.0, 0.1))} for part in ("tool", "base")},
    "Robot.joint": {"name": "joint1"}, "Robot.link": {"name": "link1"}, "Model.frame": {"name": "tip"},
    "Trajectory.plot": {"path": "$/out.svg", "what": ["energies"]}, "Trajectory.animate": {"path": "$/out.gif"},
    "Trajectory.page": {"path": "$/out.html"}, "Scenario.page": {"path": "$/out.html"},
    "Trajectory.report": {"path": "$/out.html"}, "Trajectory.save": {"path": "$/out.csv"},
    "Trajectory.load": {"path": "$/none.nc"}, "Search.plot": {"path": "$/out.png"},
    "Selection.plot": {"path": "$/out.png", "what": ["score"]},
    "MotorChoice.plot": {"path": "$/out.png"}, "MotionTask.of": {"robot": one()},
    "Search.architecture": {"name": "R zx"}, "Search.value": {"name": "R zx"}, "Equations.entry": {"name": "M11"},
    "references.Circle": {"duration": 1.0, "start": [0.1, 0.0, 0.0], "centre": [0.0, 0.0, 0.0]},
    "references.Line": {"end": [0.1, 0.2, 0.0], "duration": 1.0, "start": [0.3, 0.1, 0.0]},
    "references.Trapezoid": {"duration": 1.0, "start": [0.3, 0.4]},
    "controllers.Scheduled": {"tables": [arm.controllers.GainTable("kp", "position.joint1", [0.0, 1.0], [9.0, 6.0])]},
    "controllers.GainTable": {"gain": "kp", "by": "position.joint1", "points": [0.0, 1.0], "values": [9.0, 6.0]},
    "references.Shaped": {"reference": arm.references.FifthOrder(start=[0, 0], end=[0.1, 0.2], duration=1.0),
                          "shaper": arm.references.ZV(2.0)},
    **{f"references.{name}.of_mode": {"modes": arm.frequencies(bent(), joints="locked")}
       for name in ("ZV", "ZVD", "EI")},
    "controllers.Discrete": {"function": lambda t, q, qd, reference, state: (-q, state), "start": [0.0]},
    "Winding.torque": {"rate": 1.0}, "Rollout.jvp": {"directions": {"q0": [0.1, 0.2], "efforts": [[1.0, 2.0]]}},
    "Rollout.vjp": {"q_bar": [[0.1, 0.2], [0.3, 0.4]]}, "Rollout.at": {"q0": [0.1, 0.2], "efforts": [[1.0, 2.0]]},
    "Results.plot": {"path": "$/out.svg", "what": "distributions"}, "Results.page": {"path": "$/out.html"},
    "Results.run": {"number": 1}, "Results.sensitivities": {"output": "work"},
    "Dimensions.for_links": {"n": 2}, "Equations.chosen": {"names": ["M"]}, "Equations.used": {"names": ["M"]},
    "Equations.label": {"name": "M", "index": (0, 1)},
    "Model.with_values": {"values": [9.0]},
    **{f"{name}.with_numbers": {"values": {"link1.mass": 2.0}} for name in ("Robot", "Model", "Scenario")},
    "Push.check": {"model": model()},
    "RecordedPushes.check": {"model": model()}, "Model.path": {"body": 1}, "Section.depth": {"plane": "y"},
    "RecordedPushes": {"times": (0.1, 0.2), "places": (("joint1", 0),), "rows": ((1.0,), (0.0,))},
    "axes.Choice": {"values": ["full", "none"]}, "axes.Values": {"values": [1.0, 2.0]},
    **{f"axes.{name}": {"start": 1.0, "stop": 2.0, "count": 3} for name in ("Range", "LogRange")},
    **{f"axes.{name}": {"low": 1.0, "high": 2.0} for name in ("Uniform", "LogUniform")},
    "controllers.ElasticFeedForward.of": {"robot": robot()},
    "outputs.Function": {"function": lambda run: run.t[-1], "name": "end"}, "outputs.Metric": {"name": "settling_time"},
    "sensors.StrainGauge": {"link": "link1", "at": 0.1},
    **{f"references.{name}": {"start": [0.3, 0.4]} for name in
       ("FifthOrder", "SeventhOrder", "StepAcceleration")},
    "Results.values": {"indices": {"payload.mass": 0, "sample": 1}},
}  # fmt: skip
"""Arguments that differ from `USUAL` and from defaults."""


def public() -> Iterator[tuple[str, Any]]:
    """Yield every public name that takes arguments, with its function, class or method."""
    top = [(name, getattr(arm, name)) for name in dir(arm)]
    top += [
        (name, getattr(module, name)) for module in (arm.parts, arm.selection, arm.types) for name in module.__all__
    ]
    for space in SPACES:
        module = getattr(arm, space)
        top += [(f"{space}.{name}", getattr(module, name)) for name in module.__all__]
    for name, value in top:
        if inspect.isclass(value) and issubclass(value, BaseException):
            continue
        if callable(value) and parameters(value):
            yield name, value
        if inspect.isclass(value):
            for each, method in inspect.getmembers(value, callable):
                known = getattr(method, "__module__", None) or ""
                if not each.startswith("_") and known.startswith("armillary") and parameters(method):
                    yield f"{name}.{each}", method


def parameters(function: Any) -> list[inspect.Parameter]:
    """Return the parameters that a caller gives."""
    found = inspect.signature(function).parameters.values()
    return [each for each in found if each.name != "self" and each.kind != each.VAR_KEYWORD]


def exempt(name: str) -> bool:
    """Return whether a name is one of `EXCEPTIONS`, or needs a GPU."""
    space, _, rest = name.partition(".")
    if space in ON_GPU:
        return True
    return name in EXCEPTIONS or (rest.count(".") == 1 and f"{space}.*.{rest.partition('.')[2]}" in EXCEPTIONS)


@cache
def calls() -> dict[str, Call]:
    """Return the calls by name."""
    found = dict(functions())
    for name, value in public():
        owner, _, method = name.rpartition(".")
        if name in found or exempt(name) or owner == "Dynamics":
            continue
        given = right(name, value)
        if owner in OWNERS or owner.startswith(tuple(f"{space}." for space in MADE)):
            weight = SLOW.get(name, CHEAP / 5 if owner != "Evaluated" else CHEAP / 20)
            found[name] = Call(lambda owner=owner, method=method: getattr(_owned(owner), method), given, weight)
        elif owner in ("", *SPACES):
            found[name] = Call(lambda value=value: value, given, CHEAP / 10)
    found["position of a stack"] = Call(lambda: stack().position, {"frame": "tip"}, CHEAP / 10)
    found["metrics of a stack"] = Call(lambda: stack().metrics, {"band": 0.02}, CHEAP / 10)
    return found


@cache
def _owned(owner: str) -> Any:
    if owner in OWNERS:
        return OWNERS[owner]()
    space, _, name = owner.partition(".")
    return call_with(getattr(getattr(arm, space), name), right(owner, getattr(getattr(arm, space), name)))


def right(name: str, function: Any) -> dict[str, Any]:
    """Return arguments with which a call is right."""
    own, given = OWN.get(name, {}), {}
    for each in parameters(function):
        key = f"*{each.name}" if each.kind == each.VAR_POSITIONAL else each.name
        if key in own:
            given[key] = own[key]
        elif each.default is not each.empty and key not in ("q", "qd", "qdd"):
            given[key] = each.default
        else:
            given[key] = USUAL.get(key, 1.0)
    return given


def argument_case(rng: random.Random, folder: Path) -> tuple[str, Callable[[], Any]]:
    """Return a description of a case and the call with wild arguments."""
    names = list(calls())
    name = rng.choices(names, [calls()[each].weight for each in names])[0]
    call = calls()[name]
    given = dict(call.given)
    for _ in range(rng.choice((1, 1, 2))):
        if given:
            key = rng.choice(list(given))
            given[key] = wild(rng) if rng.random() < 0.6 else bent_value(rng, given[key])
    wilds = {key: value for key, value in given.items() if value is not call.given.get(key)}
    shown = {key: f"{type(value).__name__} {shortened(value)}" for key, value in wilds.items()}
    function, arguments = call.make(), placed(given, folder)
    return f"{name}({shown})", lambda: call_with(function, arguments)


def placed(given: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return arguments whose paths lie in a folder."""
    return {
        key: f"{folder}{value[1:]}" if isinstance(value, str) and value.startswith("$/") else value
        for key, value in given.items()
    }


def call_with(function: Callable[..., Any], given: dict[str, Any]) -> Any:
    """Call a function; arguments up to one whose name begins with * are given by position."""
    names = list(given)
    count = next((k + 1 for k, name in enumerate(names) if name.startswith("*")), 0)
    return function(*(given[name] for name in names[:count]), **{name: given[name] for name in names[count:]})
