"""`play`: one page of HTML that runs a closed loop, as WebAssembly, with sliders, springs to pull with, and charts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from armillary import __version__
from armillary.analysis.robot_tables import tables_of
from armillary.errors import ArgumentError, ArmillaryError
from armillary.exports.wasm.loop import LoopModule, loop_module
from armillary.files.arguments import finite, listed
from armillary.files.atomic import check_place, suffix_of, write_content
from armillary.files.words import among, shortened
from armillary.multibody import build
from armillary.multibody.build import MOTORS
from armillary.pages.page import page
from armillary.pages.play_data import Begin, loops_data, play_data
from armillary.pages.report import SUFFIXES
from armillary.results.trajectory import Trajectory
from armillary.scene.scene import Scene
from armillary.simulation.scenario import Scenario
from armillary.simulation.scenario_file.read import kept, parse_scenario
from armillary.tables.parts import Facts, Notes, Part, Section

MOST_LOOPS = 4
FIRST = ("first", "main", "this one")
"""Names of the first loop where others have its own: one for each of them."""
Compared = Mapping[str, Scenario] | Sequence[str]
"""Other scenarios by name, or names of motor models."""


def play(
    scenario: Scenario,
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    compare: Compared = (),
    argument: str = "path",
) -> None:
    """Write a page that runs the closed loop of a scenario in the browser, whole or not at all.

    Args:
        scenario: The scenario, with one start and one plant.
        path: The page, a .html file.
        title: Heading of the page; default the name of the robot.
        compare: Up to three loops that move beside the first as ghosts: scenarios by name, or motor models of the same
            scenario, such as ["reflected", "none"].
        argument: Name of `path` in errors.

    Raises:
        ArgumentError: A scenario that cannot be compiled, too many loops, or a page that cannot be written.
    """
    suffix_of(path, SUFFIXES, argument)
    check_place(path, argument)
    write_content(path, play_html(scenario, title, compare), argument)


def play_run(run: Trajectory, path: str | os.PathLike[str], t: float = 0.0, *, title: str | None = None) -> None:
    """Write a page that runs the closed loop of a run, from a time t [s] of the run on."""
    suffix_of(path, SUFFIXES, "path")
    check_place(path, "path")
    scenario, begin = scenario_of(run), begin_of(run, t)
    write_content(path, play_html(scenario, title, begin=begin, values=values_of(run)), "path")


def play_html(
    scenario: Scenario,
    title: str | None = None,
    compare: Compared = (),
    *,
    begin: Begin | None = None,
    values: Mapping[str, float] | None = None,
) -> str:
    """Return the page of `play` as text; `begin` is a state to begin from, `values` are free parameters by name."""
    if title is not None and not isinstance(title, str):
        raise ArgumentError("title", shortened(title), "a text")
    others = compared(scenario, compare)
    own = next(name for name in (_name(scenario), *FIRST) if name not in others)
    scenarios = {own: scenario} | others
    loops = {name: (each, with_values(loop_module(each), values or {})) for name, each in scenarios.items()}
    scenes = {each.plant_model: Scene(each.plant_model) for each in scenarios.values()}  # shapes are read once
    data = play_data(loops, scenes, begin)
    heading = title or scenario.plant_model.robot.name
    return page(
        heading,
        _subtitle(loops),
        _body(loops, scenes[scenario.plant_model]),
        {"version": __version__, "title": heading} | data,
        modules=True,
        omissions=(text for each in scenarios.values() for text in each.plant_model.robot.omissions),
    )


def run_loop(run: Trajectory, name: str, robot: int, scene: Scene) -> dict[str, Any] | None:
    """Return the loop of a run for its report, where `robot` is the number of its robot; None if it cannot run there.

    A report must not fail, nor warn, because its run cannot go on in a page.
    """
    try:
        scenario = scenario_of(run)
        module = with_values(loop_module(scenario), values_of(run))
        return loops_data({name: (scenario, module)}, [robot], scene, None)
    except ArmillaryError:
        return None


def compared(scenario: Scenario, compare: Compared) -> dict[str, Scenario]:
    """Return the scenarios of the ghosts by name."""
    if not isinstance(compare, Mapping):
        compare = _other_motors(scenario, compare)
    if len(compare) > MOST_LOOPS - 1:
        raise ArgumentError("compare", f"{len(compare)} loops", f"up to {MOST_LOOPS - 1}")
    for name, one in compare.items():
        if not isinstance(one, Scenario):
            raise ArgumentError("compare", f"{shortened(one)} for {name!r}", "a scenario")
    return {str(name): one for name, one in compare.items()}


def _other_motors(scenario: Scenario, compare: Sequence[str]) -> dict[str, Scenario]:
    """Return the scenario with other motor models, by name; refuse ghosts that would hide behind the robot."""
    found, plant = dict[str, Scenario](), scenario.plant_model
    expected = f"scenarios by name, or some of {', '.join(MOTORS)}"
    for motors in listed("compare", compare, expected):
        name = f"motors {motors}"
        if not among(motors, MOTORS):
            raise ArgumentError("compare", shortened(motors), expected)
        if not plant.robot.motors:
            told = f"{motors!r}, but {shortened(plant.robot.name)} has no motors: all motor models move alike"
            raise ArgumentError("compare", told, "other scenarios by name")
        if name in found or motors == plant.motors:
            told = f"{motors!r}{' twice' if name in found else ', the motor model of the scenario itself'}"
            raise ArgumentError("compare", told, "each other motor model once")
        found[name] = with_motors(scenario, motors)
    return found


def with_motors(scenario: Scenario, motors: str) -> Scenario:
    """Return a scenario whose plant has other motor dynamics."""
    moved = scenario.plant_model
    model = build.model(moved.robot, motors=motors, friction=moved.friction)
    if scenario.plant is None:
        return replace(scenario, robot=model, source=(scenario.file, scenario.text))  # `scenario_text` enters motors
    return replace(scenario, plant=model)


def with_values(module: LoopModule, values: Mapping[str, float]) -> LoopModule:
    """Return a module whose free parameters have other values."""
    known = {each["name"]: each for each in module.about["parameters"]}
    unknown = [name for name in values if name not in known and not name.startswith(("q0", "qd0", "seed"))]
    if unknown:
        raise ArgumentError("run", f"a run with another {unknown[0]}", "one whose free parameters the page can set")
    p = list(module.about["memory"]["start"]["p"])
    own = []
    for each in module.about["parameters"]:
        value = float(values.get(each["name"], each["value"]))
        p[each["at"]] = value - each["zero"]
        own.append(each | {"value": value, "low": min(each["low"], value), "high": max(each["high"], value)})
    memory = module.about["memory"]
    about = module.about | {"parameters": own, "memory": memory | {"start": memory["start"] | {"p": p}}}
    return replace(module, about=about)


def scenario_of(run: Trajectory) -> Scenario:
    """Return the scenario of a single run, with the start of the run."""
    run = run.single()
    scenario = run.scenario
    if scenario is None and run.info.get("scenario_text"):
        text, settings = kept(str(run.info["scenario_text"]))
        scenario = parse_scenario(text, settings=settings)
    if not isinstance(scenario, Scenario):
        hint = "make the page of the scenario, scenario.page(…), or of a run of this session"
        raise ArgumentError("run", "a run that does not know its scenario", "one from a scenario file", hint)
    source = (scenario.file, scenario.text)  # `scenario_text` leaves the start out
    return replace(scenario, q0=run.q[0], qd0=run.qd[0], source=source) if len(run) else scenario


def values_of(run: Trajectory) -> dict[str, float]:
    """Return the free parameters of a single run by name."""
    return {name: float(np.ravel(value)[0]) for name, value in run.single().parameters.items()}


def begin_of(run: Trajectory, t: float) -> Begin | None:
    """Return the recorded state of a run nearest to a time [s]; None at its start."""
    run, time = run.single(), finite(t)
    if time is None or not len(run) or not run.t[0] <= time <= run.t[-1]:
        ends = f"from {run.t[0]:g} to {run.t[-1]:g} s" if len(run) else "within the run"
        raise ArgumentError("t", shortened(t), f"a time {ends}")
    k = int(np.abs(run.t - time).argmin())
    return None if k == 0 else Begin(float(run.t[k]), np.concatenate([run.q[k], run.qd[k]]))


def _name(scenario: Scenario) -> str:
    plant = scenario.plant_model
    return f"motors {plant.motors}" if plant.robot.motors else plant.robot.name


def _subtitle(loops: Mapping[str, tuple[Scenario, LoopModule]]) -> str:
    scenario, module = next(iter(loops.values()))
    law = "free motion" if scenario.controller is None else type(scenario.controller).__name__
    how = f"{_method(module)} with a step of {module.about['step']:g} s"
    return f"{law}; the closed loop itself runs in this page, {how}"


def _method(module: LoopModule) -> str:
    return type(module.solver).__name__


def _body(loops: Mapping[str, tuple[Scenario, LoopModule]], scene: Scene) -> list[Part]:
    """Return the sections below the picture."""
    scenario, module = next(iter(loops.values()))
    solvers = [f"{_method(own)}, step {own.about['step']:g} s" for _, own in loops.values()]
    facts: dict[str, Any] = {
        "loops": ", ".join(loops),
        "solver": "; ".join(dict.fromkeys(solvers)),
        "code": f"{sum(len(own.code) for _, own in loops.values()) / 1e3:.1f} kB of WebAssembly",
    }
    if module.about["period"] is not None:
        facts["control period"] = f"{module.about['period']:g} s"
    notes = [
        "The page computes the motion itself, with the equations and the steps of native code. It requests nothing.",
        "A pull or a push is constant over each step. Its work, and that of changed parameters, counts as outside work "
        "in the energy audit.",
    ]
    return [
        Section("robot", "Robot", [*tables_of(scenario.plant_model), Notes(scene.notes)]),
        Section("about", "What this page computes", [Facts(facts), Notes(notes)]),
    ]
