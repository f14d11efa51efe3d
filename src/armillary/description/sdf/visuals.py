"""Visuals of an SDF file, translated to URDF elements for its reader: the shapes are the same, attributes for texts."""

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
"""Shapes that URDF has, too; a capsule becomes a cylinder."""


class VisualTree:
    """The visuals and collision shapes of all links as a tree of URDF elements."""

    def __init__(self) -> None:
        self.root = Element("robot", {}, 0)

    def add(self, frames: Frames, scope: Scope, link: Element, name: str) -> None:
        """Add the shapes of a link."""
        urdf_link = _child(self.root, "link", name=name)
        for element in link.all("visual", "collision"):
            geometry = element.first("geometry")
            shape = geometry.first(*SHAPES, "capsule") if geometry is not None else None
            if shape is None:  # a plane, a height map
                continue
            visual = _child(urdf_link, element.tag)
            placement = frames.place(element, scope, name).placement
            rpy = " ".join(map(repr, map(float, to_rpy(placement.rotation))))
            _child(visual, "origin", xyz=" ".join(map(repr, placement.xyz)), rpy=rpy)
            sizes = {child.tag: child.text.strip() for child in shape.children}
            if "uri" in sizes:
                sizes["filename"] = sizes.pop("uri")
            _child(_child(visual, "geometry"), "cylinder" if shape.tag == "capsule" else shape.tag, **sizes)
            material = element.first("material")
            if material is not None and text_of(material, "diffuse"):
                _child(_child(visual, "material", name=""), "color", rgba=text_of(material, "diffuse"))

    def read(self, folder: Path | None) -> tuple[list[Visual], list[str]]:
        """Return the visuals, and notes on those that are left out."""
        visuals, notes = read_visuals(self.root, folder)
        if folder is not None:
            names = [mesh.attributes.get("filename", "") for mesh in self.root.walk() if mesh.tag == "mesh"]
            available = [name for name in names if find_mesh(name, folder)]
            notes = [*missing(names, available), *notes]
        return visuals, notes


def _child(parent: Element, tag: str, **attributes: str) -> Element:
    child = Element(tag, attributes, parent.line)
    parent.children.append(child)
    return child
