"""Notes on a URDF file: links without mass, merged and mimicking joints, ignored elements, missing meshes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from armillary.description.mesh_paths import find_mesh, missing
from armillary.description.robot import Joint, Link
from armillary.description.urdf.elements import FREE_ATTRIBUTES, has_range
from armillary.description.xml_tree import Element, Faults
from armillary.files.words import few

LINK_PARTS = {"inertial", "visual", "collision"}
JOINT_PARTS = {"origin", "parent", "child", "axis", "calibration", "dynamics", "limit", "mimic", "safety_controller"}


def massless(links: list[Link], joints: list[Joint], bare: list[str]) -> Iterator[str]:
    """Yield notes on links without mass; `bare` are the links without <inertial> except the root."""
    if bare:
        yield f"no <inertial>, taken as massless ({len(bare)}): {few(bare)}"
    heavy = [link.name for link in links if link.mass > 0]
    with_mass_fixed = _inward(heavy, [joint for joint in joints if joint.type == "fixed"])
    with_mass_beyond = _inward(heavy, joints)
    for joint in joints:
        if joint.type == "fixed" or joint.child in with_mass_fixed:
            continue
        note = (
            f"link {joint.child!r} is moved by joint {joint.name!r} and neither it nor what is fixed to it has mass: "
            "it has no dynamics of its own"
        )
        if joint.child not in with_mass_beyond:
            note += "; nothing further out has mass either, so the mass matrix is singular without a rotor there"
        yield note


def _inward(links: list[str], joints: list[Joint]) -> set[str]:
    """Return these links and all links from which these joints lead to one of them."""
    above: dict[str, list[str]] = {}
    for joint in joints:
        above.setdefault(joint.child, []).append(joint.parent)
    reached, waiting = set(links), list(links)
    while waiting:
        fresh = {parent for parent in above.get(waiting.pop(), []) if parent not in reached}
        reached |= fresh
        waiting += fresh
    return reached


def merged(joints: list[Joint]) -> Iterator[str]:
    """Yield a note on the fixed joints that the model merges."""
    names = [joint.name for joint in joints if joint.type == "fixed"]
    if names:
        yield f"{len(names)} fixed joint{'s' if len(names) > 1 else ''} merged: {few(names)}"


def mimics(elements: list[Element], faults: Faults) -> Iterator[str]:
    """Yield a note for each joint that mimics another."""
    names = {element.attributes.get("name", "").strip() for element in elements}
    for element in elements:
        mimic = element.first("mimic")
        if mimic is None or element.attributes.get("type") == "fixed":
            continue
        name = element.attributes.get("name", "").strip()
        field = f'joint "{name}" mimic'
        leader = faults.text(mimic, field, "joint")
        multiplier = faults.number(mimic, field, "multiplier", 1.0)
        offset = faults.number(mimic, field, "offset", 0.0)
        absent = "" if leader in names else ", which is not in the file,"
        yield (
            f"joint {name!r} mimics joint {leader!r}{absent} with multiplier {multiplier:g} and offset {offset:g}; "
            "it is kept as an independent coordinate"
        )


def unlimited(elements: list[Element]) -> Iterator[str]:
    """Yield a note on revolute and prismatic joints without position limits."""
    names = [
        element.attributes.get("name", "").strip()
        for element in elements
        if element.attributes.get("type") in ("revolute", "prismatic") and not has_range(element.first("limit"))
    ]
    if names:
        yield f"no position limits given, taken as unlimited ({len(names)}): {few(names)}"


def ignored(links: list[Element], joints: list[Element]) -> Iterator[str]:
    """Yield notes on unknown elements and attributes of links and joints, which may be misspelt."""
    unknown = {f"<{part.tag}> in <link>" for link in links for part in link.children if part.tag not in LINK_PARTS}
    unknown |= {
        f"<{part.tag}> in <joint>" for joint in joints for part in joint.children if part.tag not in JOINT_PARTS
    }
    if unknown:
        yield f"elements that are not URDF were ignored: {few(sorted(unknown))}"
    extra = {
        f"{name} in <{part.tag}>"
        for joint in joints
        for part in joint.children
        for name in part.attributes.keys() - FREE_ATTRIBUTES.get(part.tag, part.attributes.keys())
    }
    if extra:
        yield f"attributes that are not URDF were ignored: {few(sorted(extra))}"


def meshes(links: list[Element], folder: Path | None) -> Iterator[str]:
    """Yield a note on missing mesh files; nothing without a folder."""
    if folder is None:
        return
    names = [
        part.attributes["filename"]
        for link in links
        for part in link.walk()
        if part.tag == "mesh" and "filename" in part.attributes
    ]
    yield from missing(names, [name for name in names if find_mesh(name, folder)])
