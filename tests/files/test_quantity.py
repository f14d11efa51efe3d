"""Quantities: the range of a number in words, and the message about a number outside."""

import math
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

import numpy as np
import pytest

import armillary as arm
from internals import Declared, Format, Quantity, check_of_field, inner_range, parse_scenario, parse_toml

RANGES = [
    ({}, "a finite number"),
    ({"zero": False}, "a finite number, not zero"),
    ({"infinite": True}, "a number"),
    ({"infinite": True, "zero": False}, "a number, not zero"),
    ({"least": 0}, "a finite value of zero or more"),
    ({"least": 2, "infinite": True}, "a value of 2 or more"),
    ({"most": 0}, "a finite value of at most zero"),
    ({"above": 0}, "a finite value above zero"),
    ({"above": 0.5, "infinite": True}, "a value above 0.5"),
    ({"below": 1}, "a finite value below 1"),
    ({"least": 0, "most": 1}, "a value from 0 to 1"),
    ({"above": 0, "most": 1}, "a value above zero, at most 1"),
    ({"least": 0, "below": 1}, "a value from 0 to below 1"),
    ({"above": 0, "below": 1}, "a value above zero to below 1"),
]


@pytest.mark.parametrize(("limits", "text"), RANGES)
def test_a_range_in_words(limits, text):
    quantity = Quantity(**limits)
    assert quantity.range_text() == text
    for value in (-math.inf, -1.0, 0.0, 0.25, 0.5, 1.0, 2.0, 3.0, math.inf):
        inside = limits.get("least", -math.inf) <= value <= limits.get("most", math.inf)
        inside = inside and ("above" not in limits or value > limits["above"])
        inside = inside and ("below" not in limits or value < limits["below"])
        inside = inside and (math.isfinite(value) or limits.get("infinite", False))
        inside = inside and (value != 0 or limits.get("zero", True))
        assert (quantity.fault(value) is None) == inside
        assert quantity.fault(value) is None or quantity.fault(value)[1] == text
    assert quantity.fault(math.nan)[:2] == ("nan", text)


@pytest.mark.parametrize("value", ["3", None, True, np.True_, [1.0], 1j, 10**400])
def test_what_is_no_number(value):
    assert Quantity("mass", hint="try this").fault(value)[1:] == ("a finite number", "try this")


@pytest.mark.parametrize("value", [3, np.float32(3), np.int8(3), Fraction(3)])
def test_numbers_of_any_type(value):
    assert Quantity("mass", most=3).check("mass", value) == 3.0
    assert type(Quantity("mass").check("mass", value)) is float


def test_a_message_has_field_value_unit_range_and_hint():
    with pytest.raises(arm.ArgumentError) as caught:
        Quantity("mass", least=0, hint="leave it out").check("payload.mass", -3)
    assert str(caught.value) == "payload.mass: -3 kg; expected a finite value of zero or more (leave it out)"
    assert caught.value.value == -3


def test_the_unit_is_that_of_the_joint():
    effort = Quantity("joint effort", least=0)
    assert [effort.fault(-1.0, turns)[0] for turns in (True, False, None)] == ["-1 N·m", "-1 N", "-1 N·m or N"]
    assert effort.fault(-1.0, unit="kN")[0] == "-1 kN"


def test_a_number_just_outside_is_shown_with_all_its_digits():
    assert Quantity(most=1).fault(1.0000000001)[0] == "1.0000000001"
    assert Quantity(most=1).fault(1 + 1e-3)[0] == "1.001"


def test_numbers_whose_squares_vanish_or_overflow():
    period = Quantity("time", above=0)
    assert period.fault(1e-120) is None
    assert period.fault(1e-120, squared=True)[:2] == ("1e-120 s", "a number from 1e-100 to 1e+100")
    assert period.fault(1e120, squared=True)
    assert period.fault(1.0, squared=True) is None
    assert Quantity(above=0, infinite=True).fault(math.inf, squared=True) is None
    assert Quantity(least=0).fault(1e120, squared=True) is None


SCENARIO = """
robot = "khatib-rr"
duration = {duration}
controller = {{ type = "pd", kp = [100, {kp}], kd = 20 }}
sensor = [{{ type = "encoder", resolution = {resolution} }}]
period = 0.01
"""
RIGHT = {"duration": 1.0, "kp": 80.0, "resolution": 1e-4}
ROBOT = """
link = [{{ name = "bob", mass = {mass}, com = [0, 0, {com}] }}]
joint = [{{ name = "j", type = "revolute", parent = "base", child = "bob", axis = [0, 1, 0] }}]
motor = [{{ name = "m", joint = "j", carrier = "base", ratio = 9, gear = {{ efficiency = {efficiency} }} }}]
name = "pendulum"
"""


def _faults(call):
    """Return found and expected of each problem, and the last words of the fields."""
    with pytest.raises(arm.errors.ArmillaryError) as caught:
        call()
    problems = getattr(caught.value, "problems", [caught.value])
    return [(each.field.rpartition(".")[2], each.found, each.expected) for each in problems]


@pytest.mark.parametrize("value", [-1.0, math.nan, math.inf])
def test_a_number_of_a_scenario_is_refused_alike_everywhere(value):
    def read(name, settings=(), **numbers):
        text = SCENARIO.format(**RIGHT | numbers)
        return lambda: parse_scenario(text, settings=[f"{name}={value}"] if settings else ())

    right = parse_scenario(SCENARIO.format(**RIGHT))
    expected = "a finite value of zero or more"
    of_gain = [("kp[1]", f"{value:g} N·m/rad", expected)]
    assert _faults(read("controller.kp[1]", kp=value)) == of_gain
    assert _faults(read("controller.kp[1]", settings=True)) == of_gain
    assert _faults(lambda: right.with_numbers({"controller.kp[1]": value})) == of_gain
    # In Python the law does not know whether its joints turn or slide.
    assert _faults(lambda: arm.controllers.PD([100, value], 20)) == [("kp[1]", f"{value:g} N·m/rad or N/m", expected)]
    of_duration = [("duration", f"{value:g} s", "a finite value above zero")]
    assert _faults(read("duration", duration=value)) == of_duration
    assert _faults(read("duration", settings=True)) == of_duration
    assert _faults(lambda: right.with_numbers({"duration": value})) == of_duration
    of_resolution = [("resolution", f"{value:g} rad", "a finite value above zero")]
    assert _faults(read("resolution", resolution=value)) == of_resolution
    assert _faults(read("sensor[0].resolution", settings=True)) == of_resolution


@pytest.mark.parametrize("value", [-1.0, math.nan, math.inf])
def test_a_number_of_a_robot_is_refused_alike_everywhere(value):
    right = {"mass": 1.0, "com": 0.5, "efficiency": 0.9}
    robot = parse_toml(ROBOT.format(**right))
    (link,), (motor,) = robot.links, robot.motors
    for name, of_range, unit, made, number in [
        ("mass", "a finite value of zero or more", " kg", lambda: replace(link, mass=value), "bob.mass"),
        ("com", "a finite number", " m", lambda: replace(link, com=(0, 0, value)), "bob.com.z"),
        (
            "efficiency",
            "a value above zero, at most 1",
            "",
            lambda: replace(motor, gear=arm.Gear(efficiency=value)),
            "m.gear.efficiency",
        ),
    ]:
        if name == "com" and value == -1.0:
            continue
        fault = (f"{value:g}{unit}", of_range)
        part = made()
        parts = {"links": (part,)} if isinstance(part, arm.Link) else {"motors": (part,)}
        assert [each[1:] for each in _faults(lambda: replace(robot, **parts))] == [fault]  # noqa: B023
        assert [each[1:] for each in _faults(lambda: parse_toml(ROBOT.format(**right | {name: value})))] == [fault]  # noqa: B023
        assert [each[1:] for each in _faults(lambda: robot.with_numbers({number: value}))] == [fault]  # noqa: B023


JUDGED = [
    Quantity(), Quantity(least=0), Quantity(above=0), Quantity(above=1), Quantity(above=-2, below=3), Quantity(most=1),
    Quantity(least=0, most=1, zero=False), Quantity(above=0, infinite=True), Quantity(below=-1),
]  # fmt: skip


@pytest.mark.parametrize("quantity", JUDGED)
@pytest.mark.parametrize("squared", [False, True])
def test_all_of_the_inner_range_is_in_the_range_and_floats_are_judged_alike(quantity, squared):
    low, high = inner_range(quantity, squared)
    ends = [low, high, quantity.least, quantity.above, quantity.most, quantity.below, 0.0, 1e-101, 1e101, 0.5, 1e3]
    values = [math.nan, *ends, *(math.nextafter(end, way) for end in ends for way in (-math.inf, math.inf))]
    for value in values:
        right = quantity.fault(value, squared=squared) is None
        assert right or not (low <= value <= high and math.isfinite(value))
        if squared:
            assert accepts(quantity, float, value) == right
            assert accepts(quantity, Annotated[Any, Format.GAIN], [value, value]) == right
            assert accepts(quantity, Annotated[Any, Format.GAIN], np.array([value])) == right


def accepts(quantity, kind, value):
    """Whether the check of a field of laws and references takes a value."""
    notes = (quantity, *getattr(kind, "__metadata__", ()))
    field = Declared("kp", kind if kind is float else Any, quantity, "gain", True, None, notes)
    try:
        return check_of_field(field)(field, value) is not None
    except arm.ArgumentError:
        return False
