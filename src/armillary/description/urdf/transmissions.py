"""Transmissions of a URDF file → motors.

Three dialects are read, all with one joint and its actuators in a <transmission>:
- ROS control: <actuator name><mechanicalReduction>50</mechanicalReduction></actuator>,
- the older form of the PR2: <mechanicalReduction> beside <joint> and <actuator>,
- ros2_control: <mechanical_reduction> in <joint>, the transmission inside <ros2_control>.
The reduction n is rotor turns per joint turn, q_rotor = n q_joint: the ratio of the motor; default 1.

URDF has no rotor inertia. Drake adds two elements to <actuator>, <drake:rotor_inertia value="J"/> [kg·m², or kg at a
slide] and <drake:gear_ratio value="n"/> (default 1), which only add n² J to the diagonal of the mass matrix. That is a
motor without an axis. Other files have rotorInertia, rotor_inertia, motorInertia or inertia [kg·m²] in <actuator> or
<transmission>, and a <mass> [kg]; both are read, as text or from the attribute "value". The mass is a point mass in
addition to the masses of the links.

URDF does not say where the motor is. It is mounted on the parent link, at the origin of the joint, and spins about the
axis of the joint; our writer adds the attributes "carrier" and "axis" to <rotorInertia> where that is wrong. At a
prismatic joint the spin axis is unknown, so that the rotor acts as reflected inertia alone. At a joint with several
coordinates it adds reflected inertia to each velocity.
"""

from __future__ import annotations

import numpy as np

from armillary.description.extensions import omission
from armillary.description.robot import ORIGIN, Joint, Motor, Vector, vector
from armillary.description.xml_tree import Element, Faults
from armillary.files.words import few

REDUCTION = ("mechanicalReduction", "mechanical_reduction")
ROTOR = ("rotorInertia", "rotor_inertia", "motorInertia", "inertia")
REFLECTED, GEAR = "drake:rotor_inertia", "drake:gear_ratio"


def read_motors(root: Element, joints: list[Joint], faults: Faults) -> tuple[list[Motor], list[Element], list[str]]:
    """Return the motors, the transmission of each, and notes on transmissions that are not modelled.

    A transmission of several joints becomes an omission.
    """
    known = {joint.name: joint for joint in joints}
    motors: dict[str, Motor] = {}
    seen: set[tuple[str, str]] = set()
    places: list[Element] = []
    # Names of transmissions that are not modelled, by the reason.
    shared, unpaired, idle, jointless = list[str](), list[str](), list[str](), list[str]()
    parents = [root, *root.all("ros2_control")]
    for transmission in (child for parent in parents for child in parent.all("transmission")):
        name = transmission.attributes.get("name", "").strip() or f"<transmission> at line {transmission.line}"
        driven, actuators = transmission.all("joint"), transmission.all("actuator")
        if len(driven) > 1:
            shared.append(f"{name!r} (line {transmission.line})")
            continue
        if not driven or not actuators:
            unpaired.append(name)
            continue
        joint = known.get(faults.text(driven[0], f'transmission "{name}" joint', "name"))
        if joint is None:
            absent = driven[0].attributes.get("name", "").strip()
            if absent and any(place.first(REFLECTED, *ROTOR, "mass") for place in (transmission, *actuators)):
                expected = "the name of a joint"
                faults.add(driven[0], f'transmission "{name}" joint', f"there is no joint {absent!r}", expected)
            elif absent:  # a mere ratio: left over from a larger robot, and nothing is lost
                jointless.append(f"{name} ({absent})")
        elif joint.type == "fixed" or not (joint.form.single or _rotor(transmission, *actuators)):
            idle.append(name)
        else:
            for actuator in actuators:
                title = actuator.attributes.get("name", "").strip() or f"{joint.name} motor"
                if (title, joint.name) in seen:
                    continue  # many files repeat a transmission for each hardware interface
                seen.add((title, joint.name))
                while title in motors:
                    title += f" of {joint.name}"
                motors[title] = _motor(title, transmission, driven[0], actuator, joint, faults)
                places.append(transmission)
    what, consequence = "transmissions of several joints, such as differentials", "their joints move independently"
    faults.omissions += omission(what, shared, f"{consequence}, without their rotors")
    reasons = {
        "transmissions that do not pair one joint with actuators are not modelled": unpaired,
        "transmissions of joints that are not in the file are left out": jointless,
        "transmissions at fixed joints, and without rotors at joints with several coordinates, are left out": idle,
    }
    return list(motors.values()), places, [f"{reason}: {few(names)}" for reason, names in reasons.items() if names]


def _rotor(*places: Element) -> Element | None:
    """Return the first element of a rotor inertia in some elements, Drake's before others; None without one."""
    return next((rotor for tags in ((REFLECTED,), ROTOR) for place in places for rotor in place.all(*tags)), None)


def _motor(name: str, transmission: Element, driven: Element, actuator: Element, joint: Joint, faults: Faults) -> Motor:
    """Return the motor of an actuator."""
    field = f'transmission "{transmission.attributes.get("name", "")}"'
    places = (actuator, transmission)
    rotor = _rotor(*places)
    carrier = joint.parent if rotor is None else rotor.attributes.get("carrier", joint.parent)
    ratio = _value((actuator, driven, transmission), REDUCTION, 1.0, field, faults)
    if rotor is not None and rotor.tag == REFLECTED:
        ratio = 1.0  # Drake's gear ratio has the default 1, whatever the reduction
    ratio = _value((actuator,), (GEAR,), ratio, field, faults)
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
    """Return the spin axis of a rotor on its carrier: as written, or that of a revolute joint; None if unknown."""
    if rotor is not None and "axis" in rotor.attributes and rotor.tag != REFLECTED:
        return faults.vector(rotor, field, "axis")
    if joint.type != "revolute" or (rotor is not None and rotor.tag == REFLECTED):
        return None
    axis = np.array(joint.placement.rotation) @ np.array(joint.axis)
    return vector(axis / np.linalg.norm(axis))


def _value(places: tuple[Element, ...], tags: tuple[str, ...], default: float, field: str, faults: Faults) -> float:
    """Return the number in the first element with one of the tags, from its text or attribute, or the default."""
    for element in (child for place in places for child in place.all(*tags)):
        raw = element.attributes.get("value", element.text)
        return faults.parse(element, f"{field} {element.tag}", raw.strip(), default, optional=True)
    return default
