"""Visuals of an SDF file, handed to the reader of URDF: the same shapes, with attributes in place of texts."""

from __future__ import annotations

from pathlib import Path

from armillary.description.mesh_paths import find_mesh, missing
from armillary.description.robot import Visual
from armillary.description.sdf.scope import Frames, Scope
from armillary.description.sdf.values import text_of
from armillary.description.urdf.visuals import read_visuals
from armillary.description.xml_tree import Element
from armillary.spatial.rotation import to_rpy

SHAPES = ("box", "cylinder", "sphere", "mesh")
"""Shapes that are drawn; a capsule is drawn as a cylinder."""


class Looks:
    """The visuals and collision shapes of all links as a URDF tree."""

    def __init__(self) -> None:
        self.root = Element("robot", {}, 0)

    def add(self, frames: Frames, scope: Scope, link: Element, name: str) -> None:
        """Add the shapes of a link."""
        made = _child(self.root, "link", name=name)
        for element in link.all("visual", "collision"):
            geometry = element.first("geometry")
            shape = geometry.first(*SHAPES, "capsule") if geometry is not None else None
            if shape is None:  # a plane, a height map
                continue
            part, pose = _child(made, element.tag), frames.place(element, scope, name).placement
            rpy = to_rpy(pose.rotation)
            _child(part, "origin", xyz=" ".join(map(repr, pose.xyz)), rpy=" ".join(map(repr, map(float, rpy))))
            sizes = {each.tag: each.text.strip() for each in shape.children}
            sizes |= {"filename": sizes.pop("uri")} if "uri" in sizes else {}
            _child(_child(part, "geometry"), "cylinder" if shape.tag == "capsule" else shape.tag, **sizes)
            material = element.first("material")
            if material is not None and text_of(material, "diffuse"):
                _child(_child(part, "material", name=""), "color", rgba=text_of(material, "diffuse"))

    def read(self, folder: Path | None) -> tuple[list[Visual], list[str]]:
        """Return the visuals, and notes on those that are left out."""
        visuals, notes = read_visuals(self.root, folder)
        names = [each.attributes.get("filename", "") for each in self.root.walk() if each.tag == "mesh"]
        lost = [] if folder is None else [*missing(names, [name for name in names if find_mesh(name, folder)])]
        return visuals, [*lost, *notes]


def _child(parent: Element, tag: str, **attributes: str) -> Element:
    made = Element(tag, attributes, parent.line)
    parent.children.append(made)
    return made
