"""The data of a playable page: closed loops as WebAssembly, charts, modes to shake, springs to pull with."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from armillary.analysis.frequencies import check_inertia, frequencies
from armillary.errors import ArmillaryError
from armillary.exports.wasm.loop import LoopModule
from armillary.formulations.composite_body import mass_matrix
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count, joint_size, velocity_names
from armillary.pages.play_text import scenario_text
from armillary.pages.robot_data import Meshes, robot_data
from armillary.scene.scene import Scene
from armillary.simulation.scenario import Scenario
from armillary.spatial.scalar import Floats

MODES = 8
"""Largest number of modes that can be shaken."""
SHAKEN = 0.03
"""Displacement of a shaken mode after three cycles, as a part of the robot's size."""
PUSHED = 20.0
"""Acceleration that a push of a joint gives to its coordinate alone [rad/s² or m/s²]."""
WEIGHTS = 3.0
"""Force of the pointer's spring at a stretch of the robot's size, against the robot's weight."""
G = 9.81
DAMPED = 0.3
"""Damping of the pointer's spring against √(stiffness · mass)."""
STRAINED = 0.02
"""Displacement that gives full strain colours, as a part of the length of the link."""


@dataclass(frozen=True)
class Begin:
    """The state from which a page begins: time [s], q and velocities."""

    t: float
    x: Floats


def play_data(
    loops: Mapping[str, tuple[Scenario, LoopModule]], scenes: Mapping[Model, Scene], begin: Begin | None
) -> dict[str, Any]:
    """Return robots, meshes and closed loops of a page as plain data; the first loop moves solid.

    Args:
        loops: Scenario and module of each loop by name.
        scenes: The scene of each plant.
        begin: State from which the page begins; default the start of the scenario.
    """
    meshes, order = Meshes(), list(scenes)
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
    plant, start = scenario.plant_model, scenario.starts[0, : scenario.plant_model.nq]
    M = np.asarray(mass_matrix(plant, start), dtype=float)
    check_inertia(M, list(velocity_names(plant)))
    return {
        "loops": [
            {
                "name": name,
                "robot": robot,
                "data": own.about,
                "code": base64.b64encode(own.code).decode("ascii"),
                "scenario": scenario_text(each),
            }
            for robot, (name, (each, own)) in zip(robots, loops.items(), strict=True)
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
    states = [each | {"from": "state", "key": each["name"]} for each in about["states"]]
    outputs = {each["name"]: each | {"from": "output", "key": each["name"]} for each in about["outputs"]}
    joints, bent = joint_size(plant), joint_size(plant) + len(plant.elastic)
    rates = plant.nq + joint_count(plant)
    yield from _by_unit("Joints", "q", states[:joints], True)
    yield from _by_unit("Elastic coordinates", "q", states[joints:bent], True)
    yield from _by_unit("Efforts", "τ", _named(outputs, "effort.", joint_count(plant)), True)
    yield from _by_unit("Tip", "position", _named(outputs, "tip."), False)
    yield from _by_unit("Rates", "q̇", states[plant.nq : rates], False)
    energies = ("kinetic", "potential", "elastic", "work", "external", "dissipated")
    yield from _by_unit("Energies", "energy", [outputs[name] for name in energies if name in outputs], True)
    yield from _by_unit("Error of the energy balance", "error", [outputs["imbalance"]], False)


def _named(outputs: Mapping[str, dict[str, Any]], prefix: str, most: int | None = None) -> list[dict[str, Any]]:
    found = [each | {"name": name.removeprefix(prefix)} for name, each in outputs.items() if name.startswith(prefix)]
    return found[:most]


def _by_unit(title: str, quantity: str, lines: list[dict[str, Any]], open_: bool) -> Iterator[dict[str, Any]]:
    """Yield one chart for each unit among the lines."""
    for unit in dict.fromkeys(line["unit"] for line in lines):
        own = [{key: line[key] for key in ("name", "from", "key")} for line in lines if line["unit"] == unit]
        yield {"title": title, "quantity": quantity, "unit": unit, "open": open_, "lines": own}


def _modes(plant: Model, start: Floats, M: Floats, size: float) -> Iterator[dict[str, Any]]:
    """Yield the natural modes with held joints: name, frequency, and efforts that excite the mode and no other.

    Efforts f M φ sin ωt with φᵀMφ = 1 make the mode grow by f / 2ω a second; f is chosen for a displacement of
    `SHAKEN` times the size after three cycles, at the coordinate that moves most.
    """
    if not plant.elastic or plant.nq != plant.nv:
        return
    try:
        found = frequencies(plant, start, joints="locked", count=MODES)
    except (ArmillaryError, np.linalg.LinAlgError):
        return  # a page without modes to shake
    for k, hz in enumerate(found.hz):
        phi = np.real(found.shapes[:, k])
        most = float(np.abs(phi).max(initial=0.0))
        if most > 0 and hz > 0:
            omega = 2 * math.pi * float(hz)
            amplitude = SHAKEN * size / most * omega**2 / (3 * math.pi)
            yield {"name": str(k + 1), "hz": float(hz), "efforts": (amplitude * M @ phi).tolist()}


def _pushes(plant: Model, M: Floats) -> list[float]:
    """Return the effort of a push at each velocity, rounded to one digit; zero at elastic ones and rotors."""
    found = np.zeros(plant.nv)
    count = joint_count(plant)
    found[:count] = PUSHED * np.diag(M)[:count]
    return [float(f"{each:.0e}") for each in found]


def _spring(plant: Model, size: float) -> dict[str, float]:
    """Return the spring between pointer and robot, by the weight of what moves."""
    mass = max(float(sum(body.mass for body in plant.bodies)), 1e-3)
    stiffness = float(f"{WEIGHTS * mass * G / size:.1e}")
    return {"stiffness": stiffness, "damping": float(f"{DAMPED * math.sqrt(stiffness * mass):.1e}")}


def _strain(scene: Scene, start: Floats) -> float:
    """Return the strain of full colour: of a first mode that moves `STRAINED` times its length, or twice the sag's."""
    most = 0.0
    for part in scene.parts:
        if part.bending is None or not len(part.bending.strain):
            continue
        own = part.bending
        length = float(np.ptp(part.mesh.vertices, axis=0).max())
        moved = float(np.abs(own.shift[0]).max())
        bent = STRAINED * length / moved * float(np.abs(own.strain[0]).max()) if moved > 0 else 0.0
        most = max(most, bent, 2 * float(np.abs(own.strains(start)).max(initial=0.0)))
    return most
