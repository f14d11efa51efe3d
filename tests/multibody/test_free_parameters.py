"""Free parameters: code with inputs for numbers of the robot equals the code of a robot that has these numbers."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from coupled_robots import coupled_robot
from internals import (
    ALL_FORMULATIONS,
    QUANTITIES,
    Graph,
    LinearCombination,
    Port,
    Program,
    Robot,
    constants,
    followed,
    order,
    tidied,
    trace,
)
from random_flexible import random_flexible_robot
from random_robots import random_robot
from samples import some

CLOSE = 1e-9
DYNAMICS = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "gravity", "bias", "momentum", "coriolis_matrix")
ENERGIES = ("kinetic_energy", "potential_energy")


def changed(robot: Robot, name: str, value: float) -> Robot:
    """Return a robot with another value of a parameter, by its name, without the help of the model."""
    owner, _, field = name.partition(".")
    if owner == "gravity":
        gravity = list(robot.gravity)
        gravity["xyz".index(field)] = value
        return replace(robot, gravity=tuple(gravity))
    for kind in ("links", "payloads", "motors", "joints"):
        rows = list(getattr(robot, kind))
        for k, row in enumerate(rows):
            if name.startswith(f"{row.name}."):
                made = _changed_row(kind, row, name.removeprefix(f"{row.name}."), value)
                if made is not None:
                    rows[k] = made
                    return replace(robot, **{kind: tuple(rows)})
    raise AssertionError(name)


def _changed_row(kind, row, field, value):
    if kind == "joints":
        if field.startswith("friction."):
            return replace(row, friction=replace(row.friction, **{field.removeprefix("friction."): value}))
        return replace(row, **{field: value}) if field in ("stiffness", "rest") else None
    if kind == "motors":
        if field.startswith("friction."):
            return replace(row, friction=replace(row.friction, **{field.removeprefix("friction."): value}))
        return replace(row, **{field: value}) if field in ("mass", "rotor_inertia", "ratio") else None
    if field.startswith("beam."):
        what, beam = field.removeprefix("beam."), row.beam
        if what != "damping":
            return replace(row, beam=replace(beam, **{what: value}))
        if beam.modes is None:
            return replace(row, beam=replace(beam, sublinks=replace(beam.sublinks, damping=value)))
        return replace(row, beam=replace(beam, modes=replace(beam.modes, damping=(value,))))
    if field == "mass":
        more = {}
        if kind == "payloads" and row.mass:
            more["inertia"] = tuple(tuple(x * value / row.mass for x in line) for line in row.inertia)
        return replace(row, mass=value, **more)
    part, _, axes = field.partition(".")
    places = tuple("xyz".index(axis) for axis in axes)
    array = np.array(getattr(row, part))
    array[places] = array[places[::-1]] = value
    return replace(row, **{part: array.tolist()})


def other_values(model, rng) -> list[float]:
    """Return values near the robot's own, which stay possible."""
    found = []
    for one in model.free_parameters:
        factor = rng.uniform(1.0, 1.01) if ".inertia." in one.name else rng.uniform(0.9, 1.3)
        shift = 0.0 if one.value or ".inertia." in one.name else rng.uniform(0.01, 0.1)
        found.append(factor * one.value + shift)
    return found


def a_state(rng, model):
    q = model.integrate(model.neutral, rng.uniform(-0.8, 0.8, model.nv) * np.where(bent(model), 0.02, 1.0))
    return q, rng.normal(size=model.nv), rng.normal(size=model.nv)


def bent(model):
    return np.arange(model.nv) >= model.nv - len(model.elastic)


def compare(robot, motors, names, seed, formulations=None, friction=True):
    """Compare code with free parameters at other values with that of the changed robot, by every formulation."""
    rng = np.random.default_rng(seed)
    model = arm.model(robot, motors=motors, friction=friction, free=names)
    values = other_values(model, rng)
    for name, value in zip(names, values, strict=True):
        robot = changed(robot, name, value)
    plain = arm.evaluate(arm.model(robot, motors=motors, friction=friction))
    state = a_state(rng, plain.model)
    slow = arm.evaluate(model)
    for quantity in (*DYNAMICS, *ENERGIES):
        entry = QUANTITIES[quantity]
        given = state[: len(entry.inputs)]
        wanted = getattr(plain, quantity)(*given)
        size = max(1e-9, float(np.abs(wanted).max()))
        if quantity in ENERGIES:
            size = max(size, 1.0)
        assert np.abs(getattr(slow, quantity)(*given, parameters=values) - wanted).max() <= CLOSE * size, quantity
        for way in formulations or entry.exact(model):
            if way not in entry.exact(model) or ALL_FORMULATIONS[way].numbers_only:
                continue
            program = trace(model, quantity, way)
            assert [port.name for port in program.inputs] == [*entry.inputs, "parameters"]
            (found,) = program.inline(Graph(), **dict(zip(entry.inputs, given, strict=True)), parameters=values)
            found = np.vectorize(float, otypes=[float])(found)
            assert np.abs(found - wanted).max() <= CLOSE * size, (quantity, way)


def names_of(robot, motors, rng, count, friction=True):
    """Return some names, at least one of every kind that the robot has; inertias that stay positive."""
    known = [one.name for one in arm.model(robot, motors=motors, friction=friction).numbers.inputs.values()]
    kinds: dict[str, list[str]] = {}
    for name in known:
        tail = name.split(".", 1)[1] if not name.startswith("gravity") else name
        kinds.setdefault(tail, []).append(name)
    chosen = [str(rng.choice(names)) for names in kinds.values()]
    rng.shuffle(chosen)
    return [name for name in chosen if not _light(robot, name)][:count]


def _light(robot, name):
    """Say whether the part has no mass: then nothing but its mass may change."""
    masses = {part.name: part.mass for part in (*robot.links, *robot.payloads)}
    return (
        name.rpartition(".")[0].rpartition(".")[0] in masses and not masses[name.rpartition(".")[0].rpartition(".")[0]]
    )


@pytest.mark.crossed
@pytest.mark.parametrize("motors", ["full", "reflected", "none"])
@pytest.mark.parametrize("seed", some(range(4), 2))
def test_rigid_robots(seed, motors):
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, 2 + seed, kinds="RRP")
    compare(robot, motors, names_of(robot, motors, rng, 40), seed)


@pytest.mark.parametrize(("seed", "motors"), [(3, "full"), (5, "reflected")])
def test_followers(seed, motors):
    """Friction, springs and motors of all joints that follow another, by polynomials of any order."""
    robot = coupled_robot(np.random.default_rng(seed), 4, kinds="RRPH")
    coupled = {joint.name for joint in robot.joints if joint.couple}
    assert any(order(couple.polynomial) > 1 for couple in followed(robot).values())
    driving = {motor.name for motor in robot.motors if motor.joint in coupled}
    known = arm.model(robot, motors=motors).numbers.inputs.values()
    names = [one.name for one in known if one.name.partition(".")[0] in coupled | driving]
    compare(robot, motors, names, seed, formulations=("newton_euler", "composite_body", "articulated_body", "momentum"))


@pytest.mark.parametrize("friction", [arm.Friction(1e-3, 0.02, 0.03), arm.Friction(1e-3, 0.02, None, 0.04, None, 2.0)])
def test_friction_of_motors(friction):
    """Friction of a rotor counts with the square or the size of the ratio, which may be free and negative."""
    robot = random_robot(np.random.default_rng(6), 3, kinds="RP", motors=True)
    motors = tuple(replace(motor, friction=friction, ratio=-motor.ratio) for motor in robot.motors)
    names = [f"{motors[0].name}.{field}" for field in ("ratio", "friction.viscous", "friction.coulomb")]
    compare(replace(robot, motors=motors), "full", names, 3, formulations=("newton_euler", "composite_body"))


@pytest.mark.parametrize("motors", ["full", "none"])
@pytest.mark.parametrize("seed", some(range(3), 1))
def test_flexible_robots(seed, motors):
    rng = np.random.default_rng(30 + seed)
    robot = random_flexible_robot(rng, 2, kinds="RP")
    fixed = tuple(replace(link, beam=unshaped(link.beam)) for link in robot.links)
    robot = replace(robot, links=fixed)
    compare(robot, motors, names_of(robot, motors, rng, 40), seed)


def unshaped(beam):
    """Return a beam whose shapes do not depend on what it carries."""
    if getattr(beam, "modes", None) is None or beam.modes.shapes not in ("tip-mass", "loaded"):
        return beam
    return replace(beam, modes=replace(beam.modes, shapes="attachment"))


def test_values_of_a_density_reach_the_modes():
    robot = arm.library.get("flexrob")
    links = tuple(replace(link, beam=replace(link.beam, stiffening=False)) for link in robot.links)
    robot = replace(robot, links=links)
    model = arm.model(robot, free=["upper.beam.density", "fore.beam.density"]).with_values([5000.0, 1500.0])
    q = np.array([0.3, 0.9, 0.01, -0.01, 0.02, 0.01])
    expected = arm.evaluate(model, formulation="newton_euler").mass_matrix(q)
    assert arm.compile(model).mass_matrix(q) == pytest.approx(expected, rel=1e-12, abs=1e-15)
    heavier = tuple(
        replace(link, beam=replace(link.beam, density=density))
        for link, density in zip(robot.links, (5000.0, 1500.0), strict=True)
    )
    assert expected == pytest.approx(arm.evaluate(replace(robot, links=heavier)).mass_matrix(q), rel=1e-12, abs=1e-15)


def test_pieces_of_a_beam():
    section = arm.parts.Section("rectangle", (0.01, 0.03))
    cut = arm.parts.Sublinks(3, bending_y=True, bending_z=True, torsion=True, damping=0.02)
    beam = arm.Beam(0.6, 7e10, 2700.0, (arm.parts.Station(0.0, section),), G=2.6e10, sublinks=cut)
    links = (arm.Link("arm", 0.2, (0.01, 0, 0), beam=beam),)
    joints = (arm.Joint("hinge", "revolute", "base", "arm", axis=(0, 0, 1), friction=arm.Friction(0.1)),)
    load = arm.Payload("load", "arm", 0.3, (0.01, 0.02, 0.03))
    robot = Robot("pieces", links, joints, payloads=(load,))
    names = ["arm.beam.E", "arm.beam.G", "arm.beam.density", "arm.beam.damping", "load.mass", "load.com.y", "arm.mass"]
    compare(robot, "full", names, 1, formulations=("newton_euler", "composite_body", "articulated_body"))
    compare(robot, "full", ["arm.beam.damping"], 2, formulations=("newton_euler",))


def test_damping_of_a_beam_that_has_none():
    robot = arm.library.get("flexrob")
    name = f"{robot.links[0].name}.beam.damping"
    compare(robot, "full", [name], 1, formulations=("newton_euler", "composite_body"))
    bare = replace(
        robot.links[0], beam=replace(robot.links[0].beam, modes=replace(robot.links[0].beam.modes, damping=(0.0,)))
    )
    compare(replace(robot, links=(bare, *robot.links[1:])), "none", [name], 2, formulations=("newton_euler",))


def test_every_kind_of_parameter_is_compared():
    """The random robots above have every name of the documentation but those of pieces."""
    found = set()
    for seed in range(4):
        robot = random_robot(np.random.default_rng(seed), 2 + seed, kinds="RRP")
        found |= {one.name.split(".", 1)[1] for one in arm.model(robot).numbers.inputs.values()}
    for seed in range(3):
        robot = random_flexible_robot(np.random.default_rng(30 + seed), 2, kinds="RP")
        found |= {one.name.split(".", 1)[1] for one in arm.model(robot).numbers.inputs.values()}
    inertia = {f"inertia.{axes}" for axes in ("xx", "yy", "zz", "xy", "xz", "yz")}
    bodies = {"mass", "com.x", "com.y", "com.z", "rotor_inertia", "ratio"} | inertia
    joints = {"friction.viscous", "friction.coulomb", "friction.coulomb_negative", "stiffness", "rest"}
    assert found >= bodies | joints | {"beam.E", "beam.G", "beam.density", "beam.damping"} | set("xyz")


class TestNames:
    def test_listed_in_order_with_units(self):
        robot = random_robot(np.random.default_rng(3), 3, kinds="RP")
        rows = [*arm.model(robot).numbers.inputs.values()]
        assert rows[0].name == f"{robot.links[0].name}.mass"
        assert rows[0].value == robot.links[0].mass
        assert [row.name for row in rows[-3:]] == ["gravity.x", "gravity.y", "gravity.z"]
        slides = {joint.name for joint in robot.joints if joint.type == "prismatic"}
        for row in rows:
            if row.name.endswith(".friction.viscous"):
                assert row.unit == ("N·s/m" if row.name.split(".")[0] in slides else "N·m·s/rad")

    def test_choices_take_names_away(self):
        robot = arm.library.get("puma560")
        every = {one.name for one in arm.model(robot).numbers.inputs.values()}
        bare = {one.name for one in arm.model(robot, motors="none", friction=False).numbers.inputs.values()}
        assert {name.split(".", 1)[1] for name in every - bare} == {
            "mass", "rotor_inertia", "ratio", "friction.viscous", "friction.coulomb", "friction.coulomb_negative",
            "friction.factor",
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("free", "message"),
        [
            (["joint1.friction.viscos"], "did you mean joint1.friction.viscous"),
            (["link1.mass", "link1.mass"], "twice"),
            ("link1.mass", "a list of names"),
            ([3], "a list of names"),
            (3, "a list of names"),
            ([["link1.mass"]], "a list of names"),
            (["moon"], "the name of a number"),
        ],
    )
    def test_unknown(self, free, message):
        with pytest.raises(arm.ArgumentError, match=message):
            arm.model(arm.library.get("khatib-rr"), free=free)

    def test_an_only_payload_is_the_payload(self):
        robot = arm.library.get("khatib-rr")
        robot = replace(robot, payloads=(arm.Payload("tool", robot.links[-1].name, 0.5, (0.1, 0, 0)),))
        model = arm.model(robot, free=["payload.mass"])
        assert model.free == ("payload.mass",)
        assert model.free_parameters[0].value == 0.5
        q = [0.3, 0.4]
        heavy = replace(robot, payloads=(replace(robot.payloads[0], mass=2.0),))
        found = arm.compile(model).gravity(q, parameters={"payload.mass": 2.0})
        np.testing.assert_allclose(found, arm.evaluate(heavy).gravity(q), rtol=1e-12)

    def test_no_payload_is_a_point_at_the_tip(self):
        robot = arm.library.get("khatib-rr")
        dyn = arm.compile(arm.model(robot, free=["payload.mass"]))
        q = np.array([0.3, 0.4])
        np.testing.assert_allclose(dyn.gravity(q), arm.evaluate(robot).gravity(q), rtol=1e-12)
        weight = -2.0 * np.array(robot.gravity)
        added = dyn.gravity(q, parameters=[2.0]) - dyn.gravity(q)
        np.testing.assert_allclose(added, dyn.jacobian(q)[3:].T @ weight, rtol=1e-10, atol=1e-12)

    def test_models_are_equal_by_what_is_free(self):
        robot = arm.library.get("khatib-rr")
        assert arm.model(robot, free=["link1.mass"]) == arm.model(robot, free=["link1.mass"])
        assert arm.model(robot, free=["link1.mass"]) != arm.model(robot)


class TestValues:
    MODEL = arm.model(arm.library.get("ur5"), free=["gravity.z", "payload.mass"])

    def test_forms_of_values(self):
        rng = np.random.default_rng(1)
        q, qd, qdd = rng.normal(size=(3, 4, 6))
        rows = np.stack([rng.uniform(-10, -9, 4), rng.uniform(0, 3, 4)], axis=1)
        dyn = arm.compile(self.MODEL)
        wanted = np.array(
            [dyn.inverse_dynamics(*each, parameters=row) for *each, row in zip(q, qd, qdd, rows, strict=True)]
        )
        named = {"gravity.z": rows[:, 0], "payload.mass": rows[:, 1]}
        np.testing.assert_allclose(dyn.inverse_dynamics(q, qd, qdd, parameters=rows), wanted, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(dyn.inverse_dynamics(q, qd, qdd, parameters=named), wanted, rtol=1e-12, atol=1e-12)
        plain = arm.evaluate(self.MODEL)
        np.testing.assert_allclose(plain.inverse_dynamics(q, qd, qdd, parameters=rows), wanted, rtol=1e-10, atol=1e-10)
        own = arm.compile(arm.library.get("ur5")).inverse_dynamics(q, qd, qdd)
        np.testing.assert_allclose(dyn.inverse_dynamics(q, qd, qdd), own, rtol=1e-12, atol=1e-12)

    @pytest.mark.parametrize("make", [arm.compile, arm.evaluate])
    def test_bad_values(self, make):
        q = np.zeros(6)
        for given, message in (
            ([1.0], "shape"),
            ({"payload.mas": 1.0}, "did you mean payload.mass"),
            ({"payload.mass": -1.0}, "zero or more"),
            ({"gravity.z": [1, 2]}, "shape"),
        ):
            with pytest.raises(arm.ArgumentError, match=message):
                make(self.MODEL).gravity(q, parameters=given)
        with pytest.raises(arm.ArgumentError, match="without free parameters"):
            make(arm.library.get("ur5")).gravity(q, parameters=[1.0])

    def test_kinematics_do_not_depend_on_them(self):
        q = np.random.default_rng(2).normal(size=(3, 6))
        free, own = arm.compile(self.MODEL), arm.compile(arm.library.get("ur5"))
        for quantity in (
            "pose",
            "jacobian",
            "manipulability",
            "condition_number",
            "manipulability_gradient",
            "gravity_norm",
        ):
            np.testing.assert_allclose(getattr(free, quantity)(q), getattr(own, quantity)(q), rtol=1e-9, atol=1e-12)
        W = np.diag(np.arange(1.0, 7.0))
        found = free.gravity_norm(q, W, parameters={"gravity.z": -9.81})
        np.testing.assert_allclose(found, own.gravity_norm(q, W), rtol=1e-9)

    def test_wrenches_beside_parameters(self):
        rng = np.random.default_rng(5)
        q, qd, qdd, push = *rng.normal(size=(3, 6)), rng.normal(size=6)
        found = [
            make(self.MODEL).inverse_dynamics(q, qd, qdd, wrenches={"tip": push}, parameters=[-3.0, 2.0])
            for make in (arm.compile, arm.evaluate)
        ]
        np.testing.assert_allclose(*found, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize(("seed", "motors"), some([(0, "full"), (1, "none"), (0, "none"), (1, "full")], 2))
def test_derivatives_by_parameters(seed, motors):
    """Of compiled code, against the complex step of the float evaluation and against finite differences."""
    rng = np.random.default_rng(seed)
    links = 2 if motors == "full" else 1  # a motor of the second link moves with the first
    robot = random_flexible_robot(rng, links, kinds="R") if seed else random_robot(rng, 4, kinds="RP")
    model = arm.model(robot, motors=motors, free=names_of(robot, motors, rng, 6))
    fast, plain, state = arm.compile(model), arm.evaluate(model), a_state(rng, model)
    values = np.array(other_values(model, rng))
    for quantity in ("inverse_dynamics", "forward_dynamics"):
        usual = QUANTITIES[quantity].derivatives
        wrt = ("parameters", *usual)
        found = getattr(fast, f"{quantity}_derivatives")(*state, wrt=wrt, parameters=values)
        wanted = getattr(plain, f"{quantity}_derivatives")(*state, wrt=wrt, parameters=values)
        for one, other in zip(found, wanted, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-8, atol=1e-8 * max(1.0, np.abs(other).max()))
        assert found[0].shape == (model.nv, len(values))
        for k, value in enumerate(values):
            step = 1e-6 * max(1e-3, abs(value))
            ends = (1, -1) if value - step >= model.free_parameters[k].quantity.least else (1, 0)  # not below zero
            shift = step * np.eye(len(values))[k]
            sides = [getattr(fast, quantity)(*state, parameters=values + end * shift) for end in ends]
            slope = (sides[0] - sides[1]) / ((ends[0] - ends[1]) * step)
            np.testing.assert_allclose(
                found[0][:, k], slope, rtol=2e-4, atol=1e-5 * (1 + np.abs(sides[0]).max() / step * 1e-6)
            )


def test_efforts_are_linear_in_masses():
    """τ(π) = τ(0) + Y π, and the regressor Y is the derivative, whatever the values."""
    robot = arm.library.get("puma560")
    names = [f"{link.name}.mass" for link in robot.links[1:4]] + ["payload.mass"]
    dyn = arm.compile(arm.model(robot, free=names))
    rng = np.random.default_rng(3)
    q, qd, qdd = rng.normal(size=(3, 20, 6))
    for values in rng.uniform(0.1, 5, (2, 4)):
        (Y,) = dyn.inverse_dynamics_derivatives(q, qd, qdd, wrt=("parameters",), parameters=values)
        linear = dyn.inverse_dynamics(q, qd, qdd, parameters=np.zeros(4)) + Y @ values
        tau = dyn.inverse_dynamics(q, qd, qdd, parameters=values)
        np.testing.assert_allclose(tau, linear, rtol=1e-9, atol=1e-9 * np.abs(tau).max())


def test_derivatives_are_named_and_checked():
    dyn = arm.compile(arm.library.get("khatib-rr"))
    with pytest.raises(arm.ArgumentError, match="wrt: 'parameters'; expected some of q, qd"):
        dyn.inverse_dynamics_derivatives([0, 0], [0, 0], [0, 0], wrt=("parameters",))
    (only,) = dyn.inverse_dynamics_derivatives([0.1, 0.2], [1, 2], [0, 0], wrt=("qd",))
    np.testing.assert_allclose(only, dyn.inverse_dynamics_derivatives([0.1, 0.2], [1, 2], [0, 0])[1], rtol=1e-13)


def test_a_combination_folds_and_forgets_nothing():
    graph = Graph()
    m, c = (LinearCombination.of(graph.input(name)) for name in "mc")
    assert m - m == 0.0
    assert (m * 2 + 3).constant == 3.0
    assert (m * c * 2 - c * m).terms == (m * c).terms
    value = ((2 * m + 1) * (c - 3) / 4 + 1 / m - m**2).expr()
    array = np.array([2 * m + 1e-20 * c, 5 * c + 1.0], dtype=object)
    assert constants(array).tolist() == [0.0, 1.0]
    assert tidied(array)[0].terms == (2 * m).terms
    program = Program("f", graph, (Port("m", (1,)), Port("c", (1,))), (Port("y", (1,)),), ((value.ref,),))
    (found,) = program.inline(Graph(), m=[1.5], c=[0.7])
    assert float(found[0]) == pytest.approx((2 * 1.5 + 1) * (0.7 - 3) / 4 + 1 / 1.5 - 1.5**2, rel=1e-14)
