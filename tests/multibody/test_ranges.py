"""Values of free parameters are refused where the description of the robot refuses them."""

from dataclasses import replace

import pytest

import armillary as arm
from internals import known_parameters

PARTS = {"link": "links", "payload": "payloads", "motor": "motors", "joint": "joints", "beam": "links"}
TOGETHER = {
    "rod.mass", "rod.inertia.xy", "rod.inertia.xz", "rod.inertia.yz", "m.rotor_inertia", "m.winding.cogging",
    "second.friction.coulomb",
}  # fmt: skip
"""Numbers that the description refuses together with others, too, such as no mass with an inertia."""


def rich(strict=True):
    """A robot with a parameter of every kind."""
    winding = arm.Winding(
        0.05, 0.5, inductance=1e-3, current=5.0, voltage=48.0, bandwidth=1e3, cogging=0.01, cogging_periods=7,
        heat=arm.parts.Heat(2.0, 30.0, housing_resistance=3.0, housing_capacity=300.0, ambient=300.0),
    )  # fmt: skip
    lossy = arm.Gear(stiffness=500.0, damping=0.2, cubic=10.0, backlash=1e-3, efficiency=0.9, efficiency_back=0.8)
    dry = arm.Friction(viscous=0.1, coulomb=0.2, coulomb_negative=0.1, static=0.3, static_negative=0.2,
                       stribeck_velocity=0.01, smooth_velocity=1e-3, factor=1.1)  # fmt: skip
    bristles = arm.Friction(viscous=0.1, coulomb=0.2, bristle_stiffness=50.0, bristle_damping=0.1)
    section = arm.parts.Station(0.0, arm.parts.Section("rectangle", (0.005, 0.04)))
    modes = arm.parts.Modes(bending_y=1, damping=(0.01,))
    beam = arm.Beam(1.0, 7e10, 2700.0, (section,), G=2.6e10, modes=modes)
    inertia = ((0.1, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, 0.0, 0.1))
    first = arm.Joint("first", "revolute", "base", "rod", axis=(0.0, 1.0, 0.0), friction=dry, stiffness=3.0)
    second = arm.Joint("second", "revolute", "rod", "bar", axis=(0.0, 1.0, 0.0), friction=bristles)
    motor = arm.Motor("m", "first", "base", mass=1.0, rotor_inertia=1e-4, ratio=50.0, gear=lossy, winding=winding)
    links = (arm.Link("rod", 2.0, (0.5, 0.0, 0.0), inertia), arm.Link("bar", beam=beam))
    return arm.Robot("rich", links, (first, second), (motor,), (arm.Payload("load", "bar", 1.0),), strict=strict)


def nested(part, path, value):
    """The part with one number replaced: a field, a field of a field, or an entry of a vector or tensor."""
    name, _, rest = path.partition(".")
    own = getattr(part, name)
    if name == "modes":
        return replace(part, modes=replace(own, damping=(value,)))
    if isinstance(own, tuple):
        at = ["xyz".index(axis) for axis in rest]
        if len(at) == 1:
            return replace(part, **{name: tuple(value if k == at[0] else x for k, x in enumerate(own))})
        rows = [[value if sorted((i, j)) == sorted(at) else x for j, x in enumerate(row)] for i, row in enumerate(own)]
        return replace(part, **{name: rows})
    return replace(part, **{name: nested(own, rest, value) if rest else value})


def described(robot, key, value):
    """The robot with another number in its description."""
    if key.kind == "world":
        return nested(robot, f"gravity.{key.field}", value)
    path = {"beam": f"beam.{'modes' if key.field == 'damping' else key.field}"}.get(key.kind, key.field)
    parts = getattr(robot, PARTS[key.kind])
    return replace(
        robot,
        **{PARTS[key.kind]: tuple(nested(part, path, value) if part.name == key.owner else part for part in parts)},
    )


def refused(error, function, *arguments):
    try:
        function(*arguments)
    except error:
        return True
    return False


@pytest.mark.parametrize("strict", [True, False])
def test_free_parameters_have_the_ranges_of_the_description(strict):
    robot = rich(strict)
    known = known_parameters(robot, "full", True)
    assert len(known) > 50
    differ = []
    for name, (key, parameter) in known.items():
        model = arm.model(robot, free=[name])
        above = () if "inertia" in key.field else (1.5,)  # a tensor is refused as a whole
        for value in (-1.0, 0.0, float("nan"), 0.9 * parameter.value, *above):
            found = refused(arm.ArgumentError, model.with_values, [value])
            wanted = refused(arm.DescriptionError, described, robot, key, value)
            if found != wanted and (found or name not in TOGETHER):
                differ.append((name, value, found))
    assert differ == []


def test_the_message_names_parameter_value_and_range():
    scenario = arm.Scenario(arm.library.get("khatib-rr"), controller=arm.controllers.PD(kp=100.0, kd=20.0))
    for call in (
        lambda: arm.root_locus(scenario, "payload.mass", [1.0, -1.0]),
        lambda: arm.campbell(scenario.robot, "payload.mass", [1.0, -1.0]),
    ):
        with pytest.raises(arm.ArgumentError, match=r"payload\.mass: -1 kg") as caught:
            call()
        assert "zero or more" in caught.value.expected
    model = arm.model(scenario.robot, free=["payload.mass"])
    assert model.with_values([-1.0], checked=False).free == ()
