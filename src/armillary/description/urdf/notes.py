"""Notes on a URDF file: massless links; merged, coupled, unlimited joints; ignored elements; missing meshes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from armillary.description.mesh_paths import find_mesh, missing
from armillary.description.robot import Joint, Link
from armillary.description.urdf.elements import FREE_ATTRIBUTES, has_range
from armillary.description.xml_tree import Element
from armillary.files.words import few

LINK_PARTS = {"inertial", "visual", "collision"}
JOINT_PARTS = {"origin", "parent", "child", "axis", "calibration", "dynamics", "limit", "mimic", "safety_controller"}


def massless(links: list[Link], joints: list[Joint], bare: list[str]) -> Iterator[str]:
    """Yield notes on massless links; `bare` are the links without <inertial> except the root.

    Joints with no mass at all beyond them are the subject of `idle`.
    """
    if bare:
        yield f"no <inertial>, taken as massless ({len(bare)}): {few(bare)}"
    heavy = [link.name for link in links if link.mass > 0]
    with_fixed_mass = _inward(heavy, [joint for joint in joints if joint.type == "fixed"])
    with_mass_beyond = _inward(heavy, joints)
    for joint in joints:
        if joint.type != "fixed" and joint.child not in with_fixed_mass and joint.child in with_mass_beyond:
            link = f"link {joint.child!r}, moved by joint {joint.name!r}"
            yield f"{link}, has no mass, nor have links fixed to it: it adds no dynamics"


def idle(links: list[Link], joints: list[Joint]) -> Iterator[str]:
    """Yield a remark on joints that move no mass at all."""
    with_mass = _inward([link.name for link in links if link.mass > 0], joints)
    names = [joint.name for joint in joints if joint.type != "fixed" and joint.child not in with_mass]
    if names:
        yield f"no link that {few(names)} move{'s' * (len(names) == 1)} has mass: only rotors resist motion there"


def _inward(links: list[str], joints: list[Joint]) -> set[str]:
    """Return these links and all links that are connected to one of them through their own child joints."""
    # A broken file may have several joints above a link, or a loop of them.
    parents: dict[str, list[str]] = {}
    for joint in joints:
        parents.setdefault(joint.child, []).append(joint.parent)
    reached, waiting = set(links), list(links)
    while waiting:
        new = {parent for parent in parents.get(waiting.pop(), []) if parent not in reached}
        reached |= new
        waiting += new
    return reached


def others(joints: list[Joint], link_elements: list[Element], elements: list[Element]) -> Iterator[str]:
    """Yield notes on merged, coupled and unlimited joints, and on unknown elements and attributes.

    `elements` are those of the joints.
    """
    fixed = [joint.name for joint in joints if joint.type == "fixed"]
    if fixed:
        yield f"{len(fixed)} fixed joint{'s' if len(fixed) > 1 else ''} merged: {few(fixed)}"
    names = [element.attributes.get("name", "").strip() for element in elements]
    coupled = [joint.name for joint in joints if joint.couple]
    if coupled:
        yield f"{len(coupled)} joint{'s' * (len(coupled) > 1)} coupled by <mimic>, without a coordinate: {few(coupled)}"
    unlimited = [
        name
        for name, element in zip(names, elements, strict=True)
        if element.attributes.get("type") in ("revolute", "prismatic") and not has_range(element.first("limit"))
    ]
    if unlimited:
        yield f"no position limits given, taken as unlimited ({len(unlimited)}): {few(unlimited)}"
    yield from _unknown_limits(joints, elements)
    unknown = {
        f"<{part.tag}> in <{element.tag}>"
        for group, known in ((link_elements, LINK_PARTS), (elements, JOINT_PARTS))
        for element in group
        for part in element.children
        if part.tag not in known
    }
    if unknown:
        yield f"elements that are not URDF were ignored: {few(sorted(unknown))}"
    extra = {
        f"{name} in <{part.tag}>"
        for element in elements
        for part in element.children
        for name in part.attributes.keys() - FREE_ATTRIBUTES.get(part.tag, part.attributes.keys())
    }
    if extra:
        yield f"attributes that are not URDF were ignored: {few(sorted(extra))}"


def _unknown_limits(joints: list[Joint], elements: list[Element]) -> Iterator[str]:
    """Yield notes on zeros in <limit> that were read as unknown limits."""
    unknown: dict[str, list[str]] = {"effort": [], "velocity": [], "lower and upper": []}
    for joint, element in zip(joints, elements, strict=False):  # a free base adds a joint at the end
        limit = element.first("limit")
        if limit is None or joint.type not in ("revolute", "prismatic"):
            continue
        for name in ("effort", "velocity"):
            if name in limit.attributes and math.isinf(getattr(joint.limits, name)) and _zero(limit, name):
                unknown[name].append(joint.name)
        ranged = element.attributes.get("type") in ("revolute", "prismatic") and has_range(limit)
        if ranged and math.isinf(joint.limits.upper) and _zero(limit, "lower") and _zero(limit, "upper"):
            unknown["lower and upper"].append(joint.name)
    for name, names in unknown.items():
        if names:
            remedy = "strict=True reads 0 as the limit"
            yield f"{name} 0 in <limit> read as unknown, so not limited ({len(names)}): {few(names)}; {remedy}"


def _zero(limit: Element, name: str) -> bool:
    try:
        return float(limit.attributes.get(name, "0")) == 0
    except ValueError:
        return False


def meshes(links: list[Element], folder: Path | None) -> Iterator[str]:
    """Yield a note on missing mesh files; without a folder they are not looked for."""
    if folder is None:
        return
    names = [
        part.attributes["filename"]
        for link in links
        for part in link.walk()
        if part.tag == "mesh" and "filename" in part.attributes
    ]
    yield from missing(names, [name for name in names if find_mesh(name, folder)])
