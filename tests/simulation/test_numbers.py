"""A number has one address: names, values and ranges are the same wherever a number is used."""

import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from click.testing import CliRunner

import armillary as arm
import armillary.jax as arm_jax
import armillary.torch as arm_torch
from internals import (
    known_parameters,
    loop_block,
    loop_module,
    main,
    parse_scenario,
    place_of,
    variation,
    variation_check,
)
from matrix.kinds import KINDS

RR = arm.library.get("khatib-rr")
KHATIB = arm.Scenario(
    RR,
    controller=arm.controllers.Series(arm.controllers.PID(20.0, 5.0, 3.0), arm.controllers.LowPass(3.2)),
    reference=arm.references.FifthOrder(end=[0.3, -0.2], duration=0.15),
    disturbances=arm.Push("tip", (0, 0, 0, 0, 3.0, 0), 0.05, 0.1),
    period=1e-3,
    sensors=[arm.sensors.Encoder(noise=1e-4)],
    solver=arm.solvers.RK4(step=1e-3),
    q0=[0.1, 0.2],
)
SCENARIOS = {
    "khatib": lambda: KHATIB,
    **{name: lambda name=name: KINDS[name].loop for name in (
        "elastic_gear", "inductive_winding", "differential", "modes", "segments", "free_base", "loaded", "all_drives",
        "universal",
    )},
}  # fmt: skip


def one_by_one(numbers):
    """The inputs that stand for one number each."""
    return {name: each for name, each in numbers.inputs.items() if f"{name}[0]" not in numbers}


def test_a_long_mapping_is_printed_by_part_and_a_short_one_whole():
    numbers = KHATIB.numbers
    lines = str(numbers).splitlines()
    counts = [re.split(r"\s{2,}", line)[1:3] for line in lines if re.search(r"\s{2,}\d", line)]
    assert lines[0] == f"{len(numbers)} numbers of the scenario"
    assert [sum(map(int, column)) for column in zip(*counts, strict=True)] == [len(numbers), len(numbers.inputs)]
    assert len(lines) < 30
    assert "print(numbers.table())" in lines[-1]
    assert "print(numbers.table())" in numbers._repr_html_()
    assert len(numbers.table().splitlines()) > len(numbers)

    bob = arm.Link("bob", 1.0, (0.5, 0.0, 0.0))
    pendulum = arm.Robot("pendulum", (bob,), (arm.Joint("pivot", "revolute", "base", "bob", axis=(0.0, 1.0, 0.0)),))
    few = arm.model(pendulum).numbers
    assert len(str(few).splitlines()) > len(few)
    assert str(few) == few.table().rstrip("\n")


@pytest.mark.filterwarnings("ignore:the energy balance drifts")
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_input_is_taken_by_simulate_and_by_studies(name):
    scenario = SCENARIOS[name]()
    inputs = one_by_one(scenario.numbers)
    values = {key: 0.0 if math.isnan(each.value) else each.value for key, each in inputs.items()}
    if scenario.plant_model.elastic or scenario.plant_model.drives:
        scenario = replace(scenario, start="undeformed")
    solver = arm.solvers.RK4(step=1e-4)
    moved = arm.simulate(scenario, 1e-3, parameters=values, solver=solver)
    assert moved.parameters.keys() == values.keys()
    states = {f"{key.removeprefix('x0.')}": value for key, value in values.items() if key.startswith("x0.")}
    plain = arm.simulate(replace(scenario, x0=states), 1e-3, solver=solver)
    np.testing.assert_allclose(moved.q, plain.q, rtol=1e-9, atol=1e-12)
    variation_check(scenario, {key: [value] for key, value in values.items()})
    for key in scenario.numbers.inputs.keys() - inputs.keys():
        assert variation(scenario, key).unit is not None


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_number_that_is_found_is_listed_once(name):
    scenario = SCENARIOS[name]()
    numbers, plant = scenario.numbers, scenario.plant_model
    listed = [*numbers]
    assert len(listed) == len({*listed}) == len(numbers)
    assert [numbers[each].name for each in listed] == listed
    parameters = known_parameters(plant.robot, plant.motors, plant.friction)
    assert {*parameters} == {each for each in listed if numbers[each].kind == "input"} & {*plant.numbers}
    assert {*plant.numbers} <= {*listed}
    for each in plant.numbers:
        place = place_of(plant.robot, each)
        assert place is not None
        assert each.rpartition(".")[0] not in numbers or each.startswith("gravity")
    for each in ("", "q0", "qd0[99]", "controller", "nothing.mass", "disturbances[0].force.w", "robot", "reference"):
        assert each not in numbers


@pytest.mark.parametrize("name", ["khatib", "universal", "segments"])
def test_a_number_has_no_second_spelling(name):
    numbers = SCENARIOS[name]().numbers
    listed = {*numbers}
    for each in listed:
        for k in range(len(each) + 1):
            for mark in (".", "[", "]", "'", "0", " ", ".."):
                other = f"{each[:k]}{mark}{each[k:]}"
                assert other in listed or other not in numbers, other


@pytest.mark.parametrize("name", SCENARIOS)
def test_other_numbers_give_the_scenario_that_has_them(name):
    scenario = SCENARIOS[name]()
    plant = {key: each for key, each in one_by_one(scenario.numbers).items() if key in scenario.plant_model.numbers}
    values = {key: 1.01 * each.value for key, each in plant.items() if ".inertia." not in key and each.value}
    if any(key.endswith("beam.damping") for key in values) or scenario.plant_model.elastic:
        values = {key: value for key, value in values.items() if not key.endswith("density")}  # shapes depend on it
    changed = scenario.with_numbers(values)
    for key, value in values.items():
        assert changed.numbers[key].value == pytest.approx(value, rel=1e-14)
    assert changed.nominal_model == scenario.nominal_model
    if not scenario.plant_model.elastic:
        options = {"solver": arm.solvers.RK4(step=1e-4), "start": "undeformed"}
        found = arm.simulate(scenario, 1e-3, parameters=values, **options)
        np.testing.assert_allclose(arm.simulate(changed, 1e-3, **options).q, found.q, rtol=1e-9, atol=1e-11)


def test_a_copy_has_other_numbers_of_every_kind():
    values = {
        "controller.controller.kp[1]": 9.0, "controller.filters[0].frequency": 4.0, "reference.end[1]": 0.5,
        "disturbances[0].force.z": -2.0, "disturbances[0].start": 0.01, "q0[0]": 0.4, "qd0[1]": 0.2, "seed": 7,
        "period": 2e-3, "solver.step": 5e-4, "sensors[0].noise": 1e-3, "robot.link2.mass": 3.0, "payload.mass": 1.5,
        "x0.controller.filters[0].state[0]": 0.1,
    }  # fmt: skip
    values = {name: value for name, value in values.items() if name in KHATIB.numbers}
    assert len(values) >= 13
    changed = KHATIB.with_numbers(values)
    assert {name: changed.numbers[name].value for name in values} == values
    assert changed.nominal_model.robot.links[1].mass == 3.0
    assert changed.plant_model.robot.payloads[0].mass == 1.5
    assert not changed.nominal_model.robot.payloads
    assert KHATIB.with_numbers({"reference.end": 0.1}).reference.end == (0.1, 0.1)
    both = KHATIB.with_numbers({"robot.link2.mass": 3.0})
    assert both.plant is None
    assert both.plant_model.robot.links[1].mass == 3.0


def test_numbers_of_robots_and_models():
    box = arm.Payload("box", "link2", 1.0, (0.5, 0.0, 0.0), np.diag([0.01, 0.02, 0.02]))
    robot = replace(RR, payloads=(box,))
    heavy = robot.with_numbers({"payload.mass": 2.0, "link1.inertia.zz": 0.085, "joint2.friction.viscous": 0.1})
    assert np.array_equal(heavy.payloads[0].inertia, 2 * np.array(box.inertia))
    assert heavy.links[0].inertia[2][2] == 0.085
    assert heavy.joints[1].friction.viscous == 0.1
    bent = KINDS["modes"].robot.with_numbers({"b.beam.damping": 0.02, "b.beam.length": 0.5})
    assert (bent.links[1].beam.modes.damping, bent.links[1].beam.length) == ((0.02,), 0.5)
    model = arm.model(robot, motors="reflected", free=["gravity.z"])
    other = model.with_numbers({"payload.mass": 2.0})
    assert (other.motors, other.free, other.robot.payloads[0].mass) == ("reflected", ("gravity.z",), 2.0)
    turned = model.changed(gravity=np.array([0.0, 0.0, -1.0]))
    assert turned.with_numbers({"payload.mass": 2.0}).bodies[1].mass == other.bodies[1].mass
    with pytest.raises(arm.errors.ArgumentError, match="an input of compiled code"):
        turned.with_numbers({"link1.com.x": 0.1, "joint1.limits.upper": 1.0})
    universal = KINDS["universal"].robot
    label = next(name for name in arm.model(universal).numbers if name.endswith(".friction.viscous"))
    stiffer = universal.with_numbers({label: 0.3})
    assert arm.model(stiffer).numbers[label].value == 0.3
    others = [name for name in arm.model(universal).numbers if name.endswith(".friction.viscous") and name != label]
    assert {arm.model(stiffer).numbers[name].value for name in others} == {0.0}


def load_scenario(setting):
    return parse_scenario('robot = "khatib-rr"\nduration = 1', settings=[setting])


def run_command(name, value):
    result = CliRunner().invoke(main, ["linearise", "khatib-rr", "--set", f"{name}={value}"])
    if result.exit_code:
        raise arm.ArmillaryError(result.output)


def uses():
    """Every use of a number, with a function that gives it a value; the first half takes inputs only."""
    loop = arm.Scenario(RR, controller=arm.controllers.PD(kp=80.0, kd=5.0))
    free, q = arm.model(RR, free=["link2.mass"]), np.zeros(2)
    rolled = arm.rollout(loop, 1e-3, parameters={"link2.mass": 2.0})
    of_torch, of_jax = (of.compile(free, "gravity") for of in (arm_torch, arm_jax))
    inputs = {
        "simulate": lambda name, value: arm.simulate(loop, 1e-3, parameters={name: value}),
        "stack": lambda name, value: arm.simulate(loop, 1e-3, parameters={name: [1.0, value]}),
        "rollout": lambda name, value: arm.rollout(loop, 1e-3, parameters={name: value}),
        "rollout at": lambda name, value: rolled.at(parameters={name: value}),
        "free": lambda name, value: arm.model(RR, free=[name]).with_values([value]),
        "compiled": lambda name, value: arm.compile(free).gravity(q, parameters={name: value}),
        "evaluated": lambda name, value: arm.evaluate(free).gravity(q, parameters={name: value}),
        "torch": lambda name, value: of_torch(torch.zeros(2), parameters={name: torch.tensor(value)}),
        "torch rollout": lambda name, value: arm_torch.rollout(loop, 1e-3, parameters={name: value}),
        "jax": lambda name, value: of_jax(q, parameters={name: value}),
        "jax rollout": lambda name, value: arm_jax.rollout(loop, 1e-3, parameters={name: value}),
        "campbell": lambda name, value: arm.campbell(RR, name, [1.0, value], joints=[50.0, 20.0]),
        "fmu": lambda name, value: loop_block(loop, "loop", tunable=[name]),
    }
    others = {
        "study": lambda name, value: arm.Study(loop, axes={name: [1.0, value]}, outputs=["rms_error"]),
        "root locus": lambda name, value: arm.root_locus(loop, name, [1.0, value]),
        "robot": lambda name, value: RR.with_numbers({name: value}),
        "model": lambda name, value: arm.model(RR).with_numbers({name: value}),
        "scenario": lambda name, value: loop.with_numbers({name: value}),
        "setting": lambda name, value: load_scenario(f"{name}={value}"),
        "command": run_command,
    }
    return inputs, others


INPUTS, OTHERS = ([*names] for names in uses())


def refusal_of(use, name, value):
    inputs, others = uses()
    with pytest.raises(arm.ArmillaryError) as caught:
        (inputs | others)[use](name, value)
    return str(caught.value)


@pytest.mark.parametrize("use", [use for use in (*INPUTS, *OTHERS) if use != "fmu"])  # where values are set later
def test_a_negative_mass_is_refused_in_every_use(use):
    assert "-1 kg; expected a finite value of zero or more" in refusal_of(use, "link2.mass", -1.0)


@pytest.mark.parametrize("use", [*INPUTS, *OTHERS])
@pytest.mark.parametrize(("name", "suggested"), [
    ("link2.mas", "link2.mass"), ("link2..com]x", "link2.com.x"), ("'link2'.mass", "link2.mass"),
])  # fmt: skip
def test_an_unknown_name_gets_the_same_suggestion_in_every_use(use, name, suggested):
    text = refusal_of(use, name, 1.0)
    assert re.search(r"; expected the name of a number of (the scenario|robot 'khatib-rr') \(did you mean ", text), text
    assert text.count("did you mean") == 1
    assert suggested in text


@pytest.mark.parametrize("use", INPUTS)
@pytest.mark.parametrize("name", ["joint1.limits.upper", "joint.joint1.placement.xyz.x"])
def test_a_number_of_the_structure_is_refused_in_one_wording(use, name):
    text = refusal_of(use, name, 1.0)
    assert f"'{name}', a number of the structure; expected an input of compiled code" in text


@pytest.mark.parametrize("use", [*INPUTS, *OTHERS])
@pytest.mark.parametrize("name", ["link.link2.mass", "link2.mass"])
def test_a_number_may_have_the_word_for_its_kind_in_every_use(use, name):
    inputs, others = uses()
    (inputs | others)[use](name, 2.0)


@pytest.mark.parametrize("use", ["simulate", "compiled", "jax", "robot", "model", "complex", "scenario"])
def test_two_names_of_one_number_are_refused(use):
    loop, free = arm.Scenario(RR), arm.model(RR, free=["link2.mass"])
    both = {"link2.mass": 1.0, "link.link2.mass": 2.0}
    give = {
        "simulate": lambda: arm.simulate(loop, 1e-3, parameters=both),
        "compiled": lambda: arm.compile(free).gravity(np.zeros(2), parameters=both),
        "jax": lambda: arm_jax.compile(free, "gravity")(np.zeros(2), parameters=both),
        "robot": lambda: RR.with_numbers(both),
        "model": lambda: arm.model(RR).with_numbers(both),
        "complex": lambda: arm.model(RR).with_numbers(both | {"link2.mass": 1 + 1j}),
        "scenario": lambda: loop.with_numbers(both),
    }[use]
    with pytest.raises(arm.ArgumentError, match="two names of one number") as error:
        give()
    assert error.value.field in ("parameters", "values")


def test_names_do_not_depend_on_the_choices_of_a_model():
    """A joint and its motor have one name, and both have friction: the motor's has the plain name."""
    joint = replace(RR.joints[0], friction=arm.Friction(viscous=0.1))
    motor = arm.Motor("joint1", "joint1", "base", rotor_inertia=1e-4, friction=arm.Friction(viscous=0.2))
    robot = replace(RR, joints=(joint, RR.joints[1]), motors=(motor,))
    assert robot.with_numbers({"joint1.friction.viscous": 0.3}).motors[0].friction.viscous == 0.3
    for motors in ("full", "reflected", "none"):
        numbers = arm.model(robot, motors=motors).numbers
        assert numbers["joint1.friction.viscous"].value == 0.2
        assert numbers["joint.joint1.friction.viscous"].value == 0.1
        assert numbers["joint.joint1.friction.viscous"].kind == "input"
        assert len({*numbers}) == len([*numbers])
    assert numbers["joint1.friction.viscous"].kind == "structure"  # of a model without motors


def test_minima_of_fmus_and_ranges_of_sliders_are_those_of_the_numbers():
    loop = arm.Scenario(RR, controller=arm.controllers.PD(kp=[80.0, 40.0], kd=5.0))
    names = ["gains", "link2.mass", "gravity.z", "joint1.friction.viscous"]
    block = loop_block(loop, "loop", tunable=names)
    least = {each.name: each.minimum for each in block.parameters}
    assert least["link2.mass"] == least["joint1.friction.viscous"] == least["controller.kp[1]"] == 0.0
    assert least["gravity.z"] is None
    for each in loop_module(loop).about["parameters"]:
        if each["group"] != "target":
            quantity = loop.numbers[each["name"]].quantity
            assert each["low"] >= max(quantity.least, quantity.above)
            assert each["high"] <= quantity.most


def test_a_lenient_robot_may_have_lenient_values():
    joint = replace(RR.joints[0], friction=arm.Friction(viscous=-0.1))
    lenient = replace(RR, joints=(joint, RR.joints[1]), strict=False)
    study = arm.Study(lenient, axes={"joint1.friction.viscous": [-0.2, 0.1]}, outputs=["workspace.reach"])
    assert study.layout.runs == 2
    arm.simulate(lenient, 1e-3, parameters={"joint1.friction.viscous": -0.2})
    with pytest.raises(arm.errors.ArgumentError, match="zero or more"):
        arm.simulate(RR, 1e-3, parameters={"joint1.friction.viscous": -0.2})


def test_a_name_is_looked_up_without_a_list_of_the_others(monkeypatch):
    model = arm.model(arm.library.get("panda"))
    monkeypatch.setattr(type(model.numbers), "__iter__", lambda self: pytest.fail("listed"))
    assert model.numbers["payload.mass"].unit == "kg"
    assert model.numbers["panda_joint1.limits.upper"].kind == "structure"


def test_the_page_has_every_kind_of_name():
    page = (Path(__file__).parents[2] / "docs" / "simulation" / "numbers.md").read_text(encoding="utf-8")
    table = page.partition("| name | number | kind |")[2].partition("An **input**")[0]
    words = {re.sub(r"\[\d+\].*|\..*", "", name) for name in re.findall(r"`([a-z][\w.\[\]]*)`", table)}
    for make in SCENARIOS.values():
        scenario = make()
        own = (name for name in scenario.numbers if name not in scenario.plant_model.numbers)
        assert {re.sub(r"\[\d+\].*|\..*", "", name) for name in own} <= words


def test_several_gains_change_together():
    scenario = arm.Scenario(arm.library.get("khatib-rr"), controller=arm.controllers.PD(kp=100.0, kd=20.0))
    for values in ({"controller.kp[0]": 1.0, "controller.kd[1]": 2.0}, {"controller.kp": 3.0, "controller.kp[1]": 4.0}):
        changed = scenario.with_numbers(values)
        assert {name: changed.numbers[name].value for name in values if name[-1] == "]"} == {
            name: value for name, value in values.items() if name[-1] == "]"
        }
    assert changed.numbers["controller.kp[0]"].value == 3.0


@pytest.mark.parametrize(("name", "value"), [("seed", 1.5), ("hold", 0.5)])
def test_whole_numbers_stay_whole(name, value):
    scenario = arm.Scenario(arm.library.get("khatib-rr"), controller=arm.controllers.PD(1.0, 1.0), period=1e-3)
    with pytest.raises(arm.ArgumentError) as error:
        scenario.with_numbers({name: value})
    assert error.value.field == name


def test_an_axis_is_one_letter():
    robot = arm.library.get("khatib-rr")
    assert "gravity.yz" not in arm.model(robot).numbers
    with pytest.raises(arm.ArgumentError):
        robot.with_numbers({"link2.com.yz": 3.0})


@pytest.mark.parametrize("value", [None, True, "1 kg"])
def test_models_take_numbers_and_expressions_alone(value):
    with pytest.raises(arm.ArgumentError) as error:
        arm.model(arm.library.get("khatib-rr")).with_numbers({"link2.mass": value})
    assert error.value.field == "link2.mass"


def ball_slide_turn():
    """A spherical joint, with four positions and three rates, before a joint that slides and one that turns."""
    links = [arm.Link(name, mass=1.0, com=(0.0, 0.0, -0.3), inertia=np.diag([0.01] * 3)) for name in "abc"]
    joints = (
        arm.Joint("ball", "spherical", "base", "a"),
        arm.Joint("slide", "prismatic", "a", "b", axis=(0, 0, 1)),
        arm.Joint("turn", "revolute", "b", "c", axis=(1, 0, 0)),
    )
    return arm.Robot("ball", links=tuple(links), joints=joints)


def test_gains_are_those_of_rates_and_references_those_of_positions():
    loop = arm.Scenario(
        ball_slide_turn(),
        controller=arm.controllers.PD(kp=[1.0, 2.0, 3.0, 4.0, 5.0], kd=1.0),
        reference=arm.references.FifthOrder(end=[1.0, 0.0, 0.0, 0.0, 0.1, 0.2], duration=1.0),
    )
    units = {name: [loop.numbers[f"{name}[{k}]"].unit for k in range(count)] for name, count in (
        ("controller.kp", 5), ("controller.kd", 5), ("reference.end", 6), ("q0", 6), ("qd0", 5),
    )}  # fmt: skip
    assert units == {
        "controller.kp": [*["N·m/rad"] * 3, "N/m", "N·m/rad"],
        "controller.kd": [*["N·m·s/rad"] * 3, "N·s/m", "N·m·s/rad"],
        "reference.end": [*[""] * 4, "m", "rad"],
        "q0": [*[""] * 4, "m", "rad"],
        "qd0": [*["rad/s"] * 3, "m/s", "rad/s"],
    }
    assert loop.numbers["controller.kp"].unit == ""
    assert arm.Study(loop, axes={"controller.kp[3]": ["5 N/m"]}, outputs=["rms_error"]).layout.runs == 1
    with pytest.raises(arm.ArmillaryError, match="N/m"):
        arm.Study(loop, axes={"controller.kp[3]": ["5 N m/rad"]}, outputs=["rms_error"])


def test_the_reference_of_a_frame_has_its_coordinates():
    law = arm.controllers.OperationalSpace(kp=100.0, kd=20.0)
    reference = arm.references.FifthOrder(end=[1.0, 0.5, 0.0], duration=1.0)
    numbers = arm.Scenario(arm.library.get("planar-3r"), controller=law, reference=reference).numbers
    assert [numbers[f"reference.end[{k}]"].unit for k in range(3)] == ["m"] * 3


def test_a_number_that_its_part_refuses_is_named_from_the_scenario():
    push = arm.Push("tip", (0, 0, 0, 1, 0, 0), 0.0, 1.0)
    with pytest.raises(arm.ArgumentError) as error:
        arm.Scenario(RR, disturbances=(push,)).with_numbers({"disturbances[0].end": -1.0})
    assert error.value.field == "disturbances[0].end"
