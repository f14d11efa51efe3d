import math
import random

import pytest

import armillary as arm
from internals import BASE_UNITS, DIMENSIONS, parse_quantity


@pytest.mark.parametrize(
    ("text", "dimension", "value"),
    [
        ("90 deg", "angle", math.pi / 2),
        ("-180°", "angle", -math.pi),
        ("0.5 rev", "angle", math.pi),
        ("5 mm", "length", 0.005),
        ("1e3mm", "length", 1.0),
        ("2 in", "length", 0.0508),
        ("3 µm", "length", 3e-6),
        ("3 um", "length", 3e-6),
        ("70 GPa", "pressure", 70e9),
        ("1 MN/m^2", "pressure", 1e6),
        ("5 kg/(m s^2)", "pressure", 5.0),
        ("2.7 g/cm^3", "density", 2700.0),
        ("2 g cm^2", "inertia", 2e-7),
        ("1 kg·m²", "inertia", 1.0),
        ("1 kg*m**2", "inertia", 1.0),
        ("1 kg m2", "inertia", 1.0),
        ("1 N m s^2", "inertia", 1.0),
        ("0.1 N m s/rad", "rotary friction", 0.1),
        ("0.1 Nm s", "rotary friction", 0.1),
        ("1 N m s/deg", "rotary friction", 180 / math.pi),
        ("120 deg/s", "angular speed", 2 * math.pi / 3),
        ("1000 rpm", "angular speed", 1000 * 2 * math.pi / 60),
        ("3 s⁻¹", "frequency", 3.0),
        ("3 /s", "frequency", 3.0),
        ("3 1/s", "frequency", 3.0),
        ("50 mN m/A", "torque constant", 0.05),
        ("50 %", "number", 0.5),
        (3, "length", 3.0),
        (-2.5, "mass", -2.5),
    ],
)
def test_reads(text, dimension, value):
    found = parse_quantity(text, dimension)
    assert found == pytest.approx(value, rel=1e-15)
    assert type(found) is float


def test_a_value_in_millimetres_is_the_number_one_would_write_in_metres():
    rng = random.Random(1)
    for _ in range(500):
        digits, places = rng.randrange(1, 10**6), rng.randrange(0, 6)
        text = f"{digits}e-{places}"
        assert parse_quantity(f"{text} mm", "length") == float(f"{digits}e-{places + 3}")
        assert parse_quantity(f"{text} g", "mass") == float(f"{digits}e-{places + 3}")


def test_degrees_are_rounded_once():
    for degrees in range(-360, 361):
        exact = float(f"{degrees}") * math.pi / 180
        assert parse_quantity(f"{degrees} deg", "angle") == pytest.approx(exact, rel=2.3e-16, abs=0)
    assert parse_quantity("180 deg", "angle") == math.pi
    assert parse_quantity("60 deg", "angle") == math.pi / 3


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_every_dimension_takes_its_own_unit_and_example(dimension):
    unit, example = DIMENSIONS[dimension]
    assert parse_quantity(f"2 {unit}", dimension) == 2.0
    if dimension != "number":
        assert math.isfinite(parse_quantity(example, dimension))
    strange = [base for base in BASE_UNITS if base != unit]
    for base in strange:
        with pytest.raises(arm.ArgumentError, match="measures"):
            parse_quantity(f"2 {base}^7", dimension)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("5 furlong", "'furlong' is not a unit"),
        ("5 kgm^2", "products with a space"),
        ("5 kg", "measures kg, not m"),
        ("5", "has no unit"),
        ("mm", "does not begin with a number"),
        ("", "does not begin with a number"),
        ("nan m", "does not begin with a number"),
        ("5 m^12", "is not a unit"),
        ("5 m^2^-1", "is not a unit"),
        ("5 m 2", "is not a unit"),
        ("5 1 m", "is not a unit"),
        ("5 m 1", "is not a unit"),
        ("5 1 1 m", "is not a unit"),
        ("5 m/", "lacks a unit at its end"),
        ("5 m//1", "lacks a unit before"),
        ("5 * m", "lacks a unit before"),
        ("5 (m", "closing bracket"),
        ("5 m)", "bracket too many"),
        ("5 ()", "lacks a unit"),
        ("5 m €", "is not a unit"),
        ("1e999999999 m", "1e999999999 m"),
        ("1e308 Mm", "too large"),
        ("1 " + "m" * 1000, "begin with a number"),
        (10**400, "too large"),
        (math.nan, "nan m"),
        (-math.inf, "-inf m"),
        (True, "not numbers"),
        (None, "not a number"),
        ([1], "not a number"),
    ],
)
def test_refuses_with_the_reason_and_an_example(value, reason):
    with pytest.raises(arm.ArgumentError) as caught:
        parse_quantity(value, "length", field="radius")
    assert reason in caught.value.found
    assert "'5 mm'" in caught.value.expected or caught.value.expected == "a finite number"
    assert caught.value.field == "radius"


def test_a_tiny_number_costs_no_memory_and_infinity_is_allowed_where_asked_for():
    assert parse_quantity("1e-999999999 m", "length") == 0.0
    assert parse_quantity(math.inf, "length", infinite=True) == math.inf
    with pytest.raises(arm.ArgumentError):
        parse_quantity(math.nan, "length", infinite=True)


def test_a_frequency_is_not_a_joint_speed():
    with pytest.raises(arm.ArgumentError, match="not rad/s"):
        parse_quantity("5 Hz", "angular speed")
