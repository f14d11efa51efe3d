"""Transmissions of a URDF file → motors.

Three dialects are read, all with one joint and its actuators in a <transmission>:
- ROS control: <actuator name><mechanicalReduction>50</mechanicalReduction></actuator>,
- the older form of the PR2: <mechanicalReduction> beside <joint> and <actuator>,
- ros2_control: <mechanical_reduction> in <joint>, the transmission inside <ros2_control>.
The reduction n is rotor turns per joint turn, q_rotor = n q_joint: the motor's ratio; 1 if none is given.

URDF has no rotor inertia. Drake adds two elements to <actuator>, <drake:rotor_inertia value="J"/> [kg·m², or kg at a
slide] and <drake:gear_ratio value="n"/> (default 1): n² J is added to the diagonal of the mass matrix, and nothing
else. That is a motor without an axis. Other files have rotorInertia, rotor_inertia, motorInertia or inertia [kg·m²] in
<actuator> or <transmission>, and a <mass> [kg]; both are read, as text or from the attribute "value". The mass is
a point mass in addition to the links' masses.

URDF does not place the motor. It is put on the parent link, at the origin of the joint, spinning about the axis of the
joint; our writer adds the attributes "carrier" and "axis" to <rotorInertia> where that is wrong. The spin axis at a
prismatic joint stays unknown, so that its rotor counts only as reflected inertia. So does a rotor at a joint with
several coordinates, in each of its velocities.
"""

from __future__ import annotations

import numpy as np

from armillary.description.robot import ORIGIN, Joint, Motor, Vector, vector
from armillary.description.xml_tree import Element, Faults
from armillary.files.words import few

REDUCTION = ("mechanicalReduction", "mechanical_reduction")
ROTOR = ("rotorInertia", "rotor_inertia", "motorInertia", "inertia")
REFLECTED, GEAR = "drake:rotor_inertia", "drake:gear_ratio"


def read_motors(root: Element, joints: list[Joint], faults: Faults) -> tuple[list[Motor], list[Element], list[str]]:
    """Return the motors, the transmission of each, and notes on transmissions that are not modelled.

    Transmissions of several joints are kept as omissions.
    """
    known = {joint.name: joint for joint in joints}
    motors: dict[str, Motor] = {}
    seen: set[tuple[str, str]] = set()
    places: list[Element] = []
    shared, skipped, idle, astray = list[str](), list[str](), list[str](), list[str]()
    parts = [root, *root.all("ros2_control")]
    for transmission in (child for part in parts for child in part.all("transmission")):
        name = transmission.attributes.get("name", "").strip() or f"<transmission> at line {transmission.line}"
        driven, actuators = transmission.all("joint"), transmission.all("actuator")
        if len(driven) > 1:
            shared.append(f"{name!r} (line {transmission.line})")
            continue
        if not driven or not actuators:
            skipped.append(name)
            continue
        joint = known.get(faults.text(driven[0], f'transmission "{name}" joint', "name"))
        if joint is None:
            absent = driven[0].attributes.get("name", "").strip()
            if absent and any(place.first(REFLECTED, *ROTOR, "mass") for place in (transmission, *actuators)):
                expected = "the name of a joint"
                faults.add(driven[0], f'transmission "{name}" joint', f"there is no joint {absent!r}", expected)
            elif absent:  # a ratio alone is a remainder of a larger robot
                astray.append(f"{name} ({absent})")
        elif joint.type == "fixed" or not (joint.form.single or _rotor(transmission, *actuators)):
            idle.append(name)
        else:
            for actuator in actuators:
                title = actuator.attributes.get("name", "").strip() or f"{joint.name} motor"
                if (title, joint.name) in seen:
                    continue  # one transmission per interface is common
                seen.add((title, joint.name))
                while title in motors:
                    title += f" of {joint.name}"
                motors[title] = _motor(title, transmission, driven[0], actuator, joint, faults)
                places.append(transmission)
    if shared:
        what = f"transmissions of several joints, such as differentials ({len(shared)})"
        faults.omissions.append(f"{what}: {few(shared)}: their joints move independently, without their rotors")
    told = {
        "transmissions that do not pair one joint with actuators are not modelled": skipped,
        "transmissions of joints that are not in the file are left out": astray,
        "transmissions at fixed joints, and without rotors at joints with several coordinates, are left out": idle,
    }
    return list(motors.values()), places, [f"{note}: {few(names)}" for note, names in told.items() if names]


def _rotor(*places: Element) -> Element | None:
    """Return the first rotor inertia in some elements, Drake's before others."""
    return next((rotor for tags in ((REFLECTED,), ROTOR) for place in places for rotor in place.all(*tags)), None)


def _motor(name: str, transmission: Element, driven: Element, actuator: Element, joint: Joint, faults: Faults) -> Motor:
    """Return the motor of an actuator."""
    field = f'transmission "{transmission.attributes.get("name", "")}"'
    places = (actuator, transmission)
    rotor = _rotor(*places)
    carrier = joint.parent if rotor is None else rotor.attributes.get("carrier", joint.parent)
    ratio = _value((actuator, driven, transmission), REDUCTION, 1.0, field, faults)
    ratio = _value((actuator,), (GEAR,), 1.0 if rotor is not None and rotor.tag == REFLECTED else ratio, field, faults)
    return Motor(
        name,
        joint=joint.name,
        carrier=carrier,
        mass=_value(places, ("mass",), 0.0, field, faults),
        position=joint.placement.xyz if carrier == joint.parent else ORIGIN,
        rotor_inertia=_value(places, (rotor.tag,), 0.0, field, faults) if rotor is not None else 0.0,
        ratio=ratio,
        axis=_axis(joint, rotor, f"{field} {rotor.tag}" if rotor is not None else "", faults),
    )


def _axis(joint: Joint, rotor: Element | None, field: str, faults: Faults) -> Vector | None:
    """Return the spin axis of a rotor on its carrier: as written, or that of a revolute joint; else None."""
    if rotor is not None and "axis" in rotor.attributes and rotor.tag != REFLECTED:
        return faults.vector(rotor, field, "axis")
    if joint.type != "revolute" or (rotor is not None and rotor.tag == REFLECTED):
        return None
    axis = np.array(joint.placement.rotation) @ np.array(joint.axis)
    return vector(axis / np.linalg.norm(axis))


def _value(places: tuple[Element, ...], tags: tuple[str, ...], default: float, field: str, faults: Faults) -> float:
    """Return the number of the first of these elements, from its text or attribute, or the default."""
    for element in (found for place in places for found in place.all(*tags)):
        raw = element.attributes.get("value", element.text)
        return faults.parse(element, f"{field} {element.tag}", raw.strip(), default, optional=True)
    return default
