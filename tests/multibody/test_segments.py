"""Beams cut into segments with modes: their parts, what sits on them, large deflections, damping, files, pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import quad

import armillary as arm
from internals import (
    Beam,
    BeamNode,
    Frame,
    Joint,
    Link,
    Modes,
    Payload,
    Robot,
    Scene,
    Section,
    Station,
    articulated_body,
    composite_body,
    energy,
    expand,
    newton_euler,
    pose,
)
from multibody.beams import same_as_rigid_beams
from random_flexible import random_flexible_robot, random_flexible_state

STRIP = Section("rectangle", (0.002, 0.02))
MODES = Modes(bending_y=3, shapes="attachment")
BEAM = Beam(1.0, 70e9, 2700.0, (Station(0.0, STRIP),), G=27e9, modes=MODES)
STEPPED = (
    Station(0.1, Section("rectangle", (0.02, 0.04))),
    Station(0.5, Section("rectangle", (0.02, 0.03))),
    Station(0.5, Section("rectangle", (0.01, 0.025))),
    Station(0.8, Section("rectangle", (0.008, 0.02))),
)


def clamped(beam: Beam, **parts: object) -> Robot:
    joint = Joint("clamp", "fixed", "base", "beam")
    return Robot("cantilever", (Link("beam", beam=beam),), (joint,), gravity=(0, 0, 0), **parts)  # type: ignore[arg-type]


def segmented(rng: np.random.Generator, robot: Robot) -> Robot:
    """The robot with all its beams cut into two or three segments."""
    links = []
    for link in robot.links:
        if link.beam is not None:
            modes = replace(link.beam.modes, shapes=("attachment", "polynomial")[rng.integers(2)])
            link = replace(link, beam=replace(link.beam, modes=modes, segments=int(rng.integers(2, 4))))
        links.append(link)
    return replace(robot, links=tuple(links))


@pytest.mark.parametrize("seed", range(6))
def test_a_straight_robot_is_the_robot_with_rigid_beams(seed: int) -> None:
    same_as_rigid_beams(segmented, seed, 1 + seed % 4)


@pytest.mark.parametrize("seed", [0, 3, 4, 5])
def test_formulations_agree(seed: int) -> None:
    rng = np.random.default_rng(50 + seed)
    model = arm.model(segmented(rng, random_flexible_robot(rng, 1 + seed % 3)))
    q, qd, qdd = random_flexible_state(rng, model)
    M, tau = energy.mass_matrix(model, q), newton_euler.inverse_dynamics(model, q, qd, qdd)
    scale = np.sqrt(np.diag(M))
    np.testing.assert_allclose(
        composite_body.mass_matrix(model, q) / np.outer(scale, scale), M / np.outer(scale, scale), atol=1e-10
    )
    expected = energy.inverse_dynamics(model, q, qd, qdd)
    np.testing.assert_allclose(tau, expected, atol=1e-10 * np.abs(expected).max())
    found = articulated_body.forward_dynamics(model, q, qd, tau)
    np.testing.assert_allclose(found, qdd, atol=1e-7 * np.abs(qdd).max())


def test_names_nodes_and_parts() -> None:
    beam = replace(
        BEAM,
        stations=STEPPED,
        segments=3,
        nodes=(BeamNode("near", 0.2), BeamNode("third", 1 / 3), BeamNode("far", 0.7)),
    )
    parts = {
        "payloads": (
            Payload("a", "beam", 1.0, node="near"),
            Payload("b", "beam", 1.0, node="third"),
            Payload("c", "beam", 1.0),
        ),
        "frames": (Frame("eye", "beam", node="far"),),
    }
    made = clamped(beam, **parts)
    plain = expand(made).robot
    assert [link.name for link in plain.links] == ["beam", "beam/2", "beam/3"]
    assert [(load.link, load.node) for load in plain.payloads] == [("beam", "near"), ("beam", "tip"), ("beam/3", "tip")]
    assert plain.frames[0].link == "beam/3"
    assert sum(link.beam.mass for link in plain.links) == pytest.approx(beam.mass, rel=1e-12)
    model = arm.model(made)
    names = [f"{link}.bending_y{k}" for link in ("beam", "beam/2", "beam/3") for k in (1, 2, 3)]
    assert list(model.elastic) == names
    for name, at in (("beam.tip", 1.0), ("beam.third", 1 / 3), ("beam.far", 0.7), ("eye", 0.7), ("tip", 1.0)):
        np.testing.assert_allclose(pose(model, model.neutral, name)[:3, 3], [at, 0, 0], atol=1e-14)
    assert "3 segments of attachment modes: 3 bending y" in str(made._repr_html_())


def test_files_keep_them(tmp_path: object) -> None:
    made = clamped(replace(BEAM, segments=3))
    arm.save(made, tmp_path / "arm.toml")  # type: ignore[operator]
    assert arm.load(tmp_path / "arm.toml") == made  # type: ignore[operator]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"segments": 0}, "1 or more"),
        ({"segments": 2, "modes": None}, "without modes"),
        ({"segments": 2, "modes": Modes(bending_y=1, shapes="cantilever")}, "no moment where segments meet"),
    ],
)
def test_what_cannot_be_cut_is_told(change: dict[str, object], message: str) -> None:
    with pytest.raises(arm.DescriptionError, match=message):
        clamped(replace(BEAM, **change))  # type: ignore[arg-type]


def elastica(slope: float) -> tuple[float, float]:
    """Return the force, in units of EI/L², that bends a cantilever to a slope at its tip, and the deflection in L."""

    def integral(g: object) -> float:
        def inside(u: float) -> float:
            theta = slope - u * u
            return g(theta) * 2 * u / np.sqrt(np.sin(slope) - np.sin(theta))  # type: ignore[operator]

        return quad(inside, 0, np.sqrt(slope), epsabs=1e-12)[0]

    whole = integral(lambda _: 1.0)
    return whole**2 / 2, integral(np.sin) / whole


@pytest.mark.parametrize(("segments", "slope", "error"), [(1, 0.15, 0.0104), (3, 0.5, 0.0047), (5, np.pi / 3, 0.0039)])
def test_large_deflections_are_those_of_the_elastica(segments: int, slope: float, error: float) -> None:
    """Measured errors, which docs/flexible.md tabulates."""
    load, deflection = elastica(slope)
    force = load * BEAM.E * STRIP.Iz
    found = arm.statics(clamped(replace(BEAM, segments=segments)), [], wrench=[0, 0, 0, 0, force, 0])
    assert found.deflection[1] / deflection - 1 == pytest.approx(error, abs=2e-4)


def test_damping_ratios_belong_to_the_modes_of_the_whole_beam() -> None:
    for damping in ((0.02,), tuple(0.01 * k for k in range(1, 19))):
        modes = Modes(2, 2, 1, 1, shapes="polynomial", damping=damping)
        robot = clamped(replace(BEAM, stations=STEPPED, modes=modes, segments=3))
        found = arm.frequencies(robot, joints="locked")
        np.testing.assert_allclose(found.damping[:6], np.resize(damping, 18)[:6], rtol=1e-6)
    whole = arm.frequencies(
        clamped(replace(BEAM, stations=STEPPED, modes=Modes(8, 8, 6, 6, shapes="polynomial"))), joints="locked"
    )
    np.testing.assert_allclose(found[:4], whole[:4], rtol=5e-3)


@pytest.mark.parametrize("name", ["beam.beam.E", "beam.beam.G", "beam.beam.density", "beam.beam.damping"])
def test_free_parameters_move_all_segments(name: str) -> None:
    modes = Modes(2, 1, 1, shapes="attachment", damping=(0.02,))
    robot = clamped(replace(BEAM, modes=modes, segments=2), payloads=(Payload("load", "beam", 0.1),))
    field, factor = name.rpartition(".")[2], 1.7
    beam = robot.links[0].beam
    other = (
        replace(beam, modes=replace(modes, damping=(0.02 * factor,)))
        if field == "damping"
        else replace(beam, **{field: factor * getattr(beam, field)})
    )
    changed = arm.model(replace(robot, links=(replace(robot.links[0], beam=other),)))
    free = arm.model(robot, free=[name])
    value = factor * free.free_parameters[0].value
    found = free.with_values([value])
    rng = np.random.default_rng(1)
    q, qd, qdd = (scale * rng.normal(size=found.nv) for scale in (0.01, 1.0, 1.0))
    ours, exact = (np.asarray(newton_euler.inverse_dynamics(m, q, qd, qdd), dtype=float) for m in (found, changed))
    np.testing.assert_allclose(ours, exact, rtol=1e-9, atol=1e-9 * np.abs(exact).max())


def test_drawn_segments_stay_joined() -> None:
    modes = Modes(2, 2, 1, shapes="attachment")
    scene = Scene(arm.model(clamped(replace(BEAM, modes=modes, segments=2))))
    model = scene.model
    q = 0.05 * np.random.default_rng(3).normal(size=model.nq)
    first, second = (part for part in scene.parts if part.bending is not None)
    poses = [pose(model, q, name) for name in ("beam", "beam/2")]
    ends = []
    for part, T, section in zip((first, second), poses, (32, 0), strict=True):
        ring = part.vertices(q)[part.bending.section == section][:20]
        ends.append(ring @ np.asarray(T[:3, :3]).T + T[:3, 3])
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-9)
