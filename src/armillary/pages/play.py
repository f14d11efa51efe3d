"""`play`: one page of HTML that runs a closed loop, as WebAssembly, with sliders, springs to pull with, and charts."""

from __future__ import annotations

import base64
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from armillary import __version__
from armillary.analysis.frequencies import check_inertia, frequencies
from armillary.analysis.robot_tables import tables_of
from armillary.errors import ArgumentError, ArmillaryError
from armillary.exports.wasm.loop import LoopModule, loop_module
from armillary.files.arguments import finite, listed
from armillary.files.atomic import check_place, suffix_of, write_content
from armillary.files.kinds import PAGES
from armillary.files.toml_values import toml_value
from armillary.files.words import among, shortened
from armillary.formulations.composite_body import mass_matrix
from armillary.multibody import Model, build
from armillary.multibody.build import MOTORS
from armillary.multibody.coordinates import joint_count, joint_size, velocity_names
from armillary.pages.page import page
from armillary.pages.robot_data import Meshes, robot_data
from armillary.results.trajectory import Trajectory
from armillary.scene.scene import Scene
from armillary.simulation.scenario import Scenario
from armillary.simulation.scenario_file.read import entered, kept, parse_scenario
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Facts, Notes, Part, Section

MOST_LOOPS = 4
MOST_MODES = 8
"""Largest number of modes that can be shaken."""
MODE_DISPLACEMENT = 0.03
"""Displacement of a shaken mode after three cycles, as a part of the robot's size."""
PUSH_ACCELERATION = 20.0
"""Acceleration that a push of a joint gives to its coordinate alone [rad/s² or m/s²]."""
SPRING_FORCE = 3.0
"""Force of the pointer's spring at a stretch of the robot's size, against the robot's weight."""
G = 9.81
SPRING_DAMPING = 0.3
"""Damping of the pointer's spring against √(stiffness · mass)."""
STRAIN_DISPLACEMENT = 0.02
"""Displacement that gives full strain colours, as a part of the length of the link."""
START_FIELDS = ("q0", "qd0", "start", "output")
"""Fields of the start, which a page replaces by the state that it has reached."""
FIRST_NAMES = ("first", "main", "this one")
"""Names of the first loop where others have its own: one for each of them."""
Compared = Mapping[str, Scenario] | Sequence[str]
"""Other scenarios by name, or names of motor models."""


@dataclass(frozen=True)
class Begin:
    """The state from which a page begins: time [s], q and velocities."""

    t: float
    x: Floats


def play(
    scenario: Scenario,
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    compare: Compared = (),
) -> None:
    """Write a page that runs the closed loop of a scenario in the browser, whole or not at all.

    Args:
        scenario: The scenario, with one start and one plant.
        path: The page, a .html file.
        title: Heading of the page; default the name of the robot.
        compare: Up to three loops that move beside the first as ghosts: scenarios by name, or motor models of the same
            scenario, such as ["reflected", "none"].

    Raises:
        ArgumentError: A scenario that cannot be compiled, too many loops, or a page that cannot be written.
    """
    suffix_of(path, PAGES)
    check_place(path)
    write_content(path, play_html(scenario, title, compare))


def play_run(run: Trajectory, path: str | os.PathLike[str], t: float = 0.0, *, title: str | None = None) -> None:
    """Write a page that runs the closed loop of a run, from a time t [s] of the run on."""
    suffix_of(path, PAGES)
    check_place(path)
    scenario, begin = scenario_of(run), begin_of(run, t)
    write_content(path, play_html(scenario, title, begin=begin, values=values_of(run)))


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
    name = next(name for name in (_name(scenario), *FIRST_NAMES) if name not in others)
    scenarios = {name: scenario} | others
    loops = {name: (loop, with_values(loop_module(loop), values or {})) for name, loop in scenarios.items()}
    scenes = {loop.plant_model: Scene(loop.plant_model) for loop in scenarios.values()}  # shapes are read once
    data = play_data(loops, scenes, begin)
    heading = title or scenario.plant_model.robot.name
    return page(
        heading,
        _subtitle(loops),
        _body(loops, scenes[scenario.plant_model]),
        {"version": __version__, "title": heading} | data,
        modules=True,
        omissions=(text for loop in scenarios.values() for text in loop.plant_model.robot.omissions),
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
    for name, other in compare.items():
        if not isinstance(other, Scenario):
            raise ArgumentError("compare", f"{shortened(other)} for {name!r}", "a scenario")
    return {str(name): other for name, other in compare.items()}


def _other_motors(scenario: Scenario, compare: Sequence[str]) -> dict[str, Scenario]:
    """Return the scenario with other motor models, by name; refuse ghosts that would hide behind the robot."""
    scenarios = dict[str, Scenario]()
    plant = scenario.plant_model
    expected = f"scenarios by name, or some of {', '.join(MOTORS)}"
    for motors in listed("compare", compare, expected):
        name = f"motors {motors}"
        if not among(motors, MOTORS):
            raise ArgumentError("compare", shortened(motors), expected)
        if not plant.robot.motors:
            problem = f"{motors!r}, but {shortened(plant.robot.name)} has no motors: all motor models move alike"
            raise ArgumentError("compare", problem, "other scenarios by name")
        if name in scenarios or motors == plant.motors:
            problem = f"{motors!r}{' twice' if name in scenarios else ', the motor model of the scenario itself'}"
            raise ArgumentError("compare", problem, "each other motor model once")
        scenarios[name] = with_motors(scenario, motors)
    return scenarios


def with_motors(scenario: Scenario, motors: str) -> Scenario:
    """Return a scenario whose plant has other motor dynamics."""
    plant = scenario.plant_model
    model = build.model(plant.robot, motors=motors, friction=plant.friction)
    if scenario.plant is None:
        return replace(scenario, robot=model, source=(scenario.file, scenario.text))  # `scenario_text` enters motors
    return replace(scenario, plant=model)


def with_values(module: LoopModule, values: Mapping[str, float]) -> LoopModule:
    """Return a module whose free parameters have other values."""
    known = {parameter["name"]: parameter for parameter in module.about["parameters"]}
    unknown = [name for name in values if name not in known and not name.startswith(("q0", "qd0", "seed"))]
    if unknown:
        raise ArgumentError("run", f"a run with another {unknown[0]}", "one whose free parameters the page can set")
    # An entry of p is its number less `zero`, see `exports/wasm/loop_data.py`.
    p = list(module.about["memory"]["start"]["p"])
    parameters = []
    for parameter in module.about["parameters"]:
        value = float(values.get(parameter["name"], parameter["value"]))
        p[parameter["at"]] = value - parameter["zero"]
        low, high = min(parameter["low"], value), max(parameter["high"], value)  # a slider reaches every value
        parameters.append(parameter | {"value": value, "low": low, "high": high})
    memory = module.about["memory"]
    about = module.about | {"parameters": parameters, "memory": memory | {"start": memory["start"] | {"p": p}}}
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
    run = run.single()
    time = finite(t)
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
    solvers = [f"{_method(module)}, step {module.about['step']:g} s" for _, module in loops.values()]
    facts: dict[str, Any] = {
        "loops": ", ".join(loops),
        "solver": "; ".join(dict.fromkeys(solvers)),
        "code": f"{sum(len(module.code) for _, module in loops.values()) / 1e3:.1f} kB of WebAssembly",
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


def play_data(
    loops: Mapping[str, tuple[Scenario, LoopModule]], scenes: Mapping[Model, Scene], begin: Begin | None
) -> dict[str, Any]:
    """Return robots, meshes and closed loops of a page as plain data; the first loop moves solid.

    Args:
        loops: Scenario and module of each loop by name.
        scenes: The scene of each plant.
        begin: State from which the page begins; default the start of the scenario.
    """
    meshes = Meshes()
    order = list(scenes)
    robots = [order.index(scenario.plant_model) for scenario, _ in loops.values()]
    return {
        "robots": [robot_data(scene, meshes) for scene in scenes.values()],
        "meshes": meshes.packed,
        "runs": [],
        "play": loops_data(loops, robots, scenes[order[0]], begin),
    }


def loops_data(
    loops: Mapping[str, tuple[Scenario, LoopModule]],
    robots: Iterable[int],
    scene: Scene,
    begin: Begin | None,
) -> dict[str, Any]:
    """Return the loops with everything that the page knows of the first one; `robots` numbers the robots of loops."""
    scenario, module = next(iter(loops.values()))
    plant = scenario.plant_model
    start = scenario.starts[0, : scenario.plant_model.nq]
    M = np.asarray(mass_matrix(plant, start), dtype=float)
    check_inertia(M, list(velocity_names(plant)))
    return {
        "loops": [
            {
                "name": name,
                "robot": robot,
                "data": loop_code.about,
                "code": base64.b64encode(loop_code.code).decode("ascii"),
                "scenario": scenario_text(closed_loop),
            }
            for robot, (name, (closed_loop, loop_code)) in zip(robots, loops.items(), strict=True)
        ],
        "charts": list(_charts(plant, module.about)),
        "modes": list(_modes(plant, start, M, scene.size)),
        "pushes": _pushes(plant, M),
        "spring": _spring(plant, scene.size),
        "strain": _strain(scene, start),
        "begin": None if begin is None else {"t": begin.t, "x": begin.x.tolist()},
    }


def _charts(plant: Model, about: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the charts of a page: title, quantity, unit, whether it is open, and its lines."""
    states = [signal | {"from": "state", "key": signal["name"]} for signal in about["states"]]
    outputs = {signal["name"]: signal | {"from": "output", "key": signal["name"]} for signal in about["outputs"]}
    joints = joint_size(plant)
    elastic_end = joint_size(plant) + len(plant.elastic)
    rates = plant.nq + joint_count(plant)
    yield from _by_unit("Joints", "q", states[:joints], True)
    yield from _by_unit("Elastic coordinates", "q", states[joints:elastic_end], True)
    yield from _by_unit("Efforts", "τ", _named(outputs, "effort.", joint_count(plant)), True)
    yield from _by_unit("Tip", "position", _named(outputs, "tip."), False)
    yield from _by_unit("Rates", "q̇", states[plant.nq : rates], False)
    energies = ("kinetic", "potential", "elastic", "work", "external", "dissipated")
    yield from _by_unit("Energies", "energy", [outputs[name] for name in energies if name in outputs], True)
    yield from _by_unit("Error of the energy balance", "error", [outputs["imbalance"]], False)


def _named(outputs: Mapping[str, dict[str, Any]], prefix: str, most: int | None = None) -> list[dict[str, Any]]:
    lines = [line | {"name": name.removeprefix(prefix)} for name, line in outputs.items() if name.startswith(prefix)]
    return lines[:most]


def _by_unit(title: str, quantity: str, lines: list[dict[str, Any]], open_: bool) -> Iterator[dict[str, Any]]:
    """Yield one chart for each unit among the lines."""
    for unit in dict.fromkeys(line["unit"] for line in lines):
        chosen = [{key: line[key] for key in ("name", "from", "key")} for line in lines if line["unit"] == unit]
        yield {"title": title, "quantity": quantity, "unit": unit, "open": open_, "lines": chosen}


def _modes(plant: Model, start: Floats, M: Floats, size: float) -> Iterator[dict[str, Any]]:
    """Yield the natural modes with held joints: name, frequency, and efforts that excite the mode and no other.

    Efforts f M φ sin ωt with φᵀMφ = 1 make the mode grow by f / 2ω a second; f is chosen for a displacement of
    `MODE_DISPLACEMENT` times the size after three cycles, at the coordinate that moves most.
    """
    if not plant.elastic or plant.nq != plant.nv:
        return
    try:
        modes = frequencies(plant, start, joints="locked", count=MOST_MODES)
    except (ArmillaryError, np.linalg.LinAlgError):
        return  # a page without modes to shake
    for k, hz in enumerate(modes.hz):
        phi = np.real(modes.shapes[:, k])
        most = float(np.abs(phi).max(initial=0.0))
        if most > 0 and hz > 0:
            omega = 2 * math.pi * float(hz)
            amplitude = MODE_DISPLACEMENT * size / most * omega**2 / (3 * math.pi)
            yield {"name": str(k + 1), "hz": float(hz), "efforts": (amplitude * M @ phi).tolist()}


def _pushes(plant: Model, M: Floats) -> list[float]:
    """Return the effort of a push at each velocity, rounded to one digit; zero at elastic ones and rotors."""
    efforts = np.zeros(plant.nv)
    count = joint_count(plant)
    efforts[:count] = PUSH_ACCELERATION * np.diag(M)[:count]
    return [float(f"{effort:.0e}") for effort in efforts]


def _spring(plant: Model, size: float) -> dict[str, float]:
    """Return the spring between pointer and robot, by the weight of what moves."""
    mass = max(float(sum(body.mass for body in plant.bodies)), 1e-3)
    stiffness = float(f"{SPRING_FORCE * mass * G / size:.1e}")
    return {"stiffness": stiffness, "damping": float(f"{SPRING_DAMPING * math.sqrt(stiffness * mass):.1e}")}


def _strain(scene: Scene, start: Floats) -> float:
    """Return the strain of full colour: that of a mode of `STRAIN_DISPLACEMENT` lengths, or twice that of the sag."""
    most = 0.0
    for part in scene.parts:
        if part.bending is None or not len(part.bending.strain):
            continue
        bending = part.bending
        length = float(np.ptp(part.mesh.vertices, axis=0).max())
        displacement = float(np.abs(bending.shift[0]).max())
        if displacement > 0:
            most = max(most, STRAIN_DISPLACEMENT * length / displacement * float(np.abs(bending.strain[0]).max()))
        most = max(most, 2 * float(np.abs(bending.strains(start)).max(initial=0.0)))
    return most


def scenario_text(scenario: Scenario) -> str:
    """Return the fields of a scenario file but those of the start; a comment for a scenario from Python."""
    if not scenario.text:
        return "# Robot and controller came from Python: add robot, duration, controller and reference.\n"
    text, settings = kept(scenario.text)
    fields = {key: value for key, value in entered(text, settings=settings).data.items() if key not in START_FIELDS}
    if scenario.plant is None:
        fields["motors"] = scenario.plant_model.motors  # a ghost has others than the file
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in fields.items())
