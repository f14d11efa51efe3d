"""Visuals of a URDF file: <visual> elements, with the mesh files that exist.

A robot is never rejected because of its looks: a visual that is misspelt, missing or without a size is left out, with a
note. Where a <visual> names a mesh that cannot be drawn (missing, of an unknown format, or without the package that
reads it), the meshes of <collision>, which are mostly .stl, are drawn instead.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from armillary.description.mesh_paths import find_mesh, showable, unreadable
from armillary.description.robot import Vector, Visual, vector
from armillary.description.urdf.elements import read_origin
from armillary.description.validate.robot import drawable
from armillary.description.xml_tree import Element, Faults
from armillary.files.words import few

Colour = Vector | Literal["hidden"] | None
"""Red, green, blue; "hidden" for a transparent material; None without a readable colour."""


def read_visuals(root: Element, folder: Path | None) -> tuple[list[Visual], list[str]]:
    """Return the visuals of all links, and notes on omitted ones; without a folder, meshes are not looked for."""
    colours = {material.attributes.get("name", "").strip(): _colour(material) for material in root.all("material")}
    visuals: list[Visual] = []
    # Dictionaries keep the order and drop repetitions.
    faulty_links: dict[str, None] = {}
    unreadable_files: dict[str, None] = {}
    for link in root.all("link"):
        shapes = _Shapes(link, "visual", folder, colours)
        if shapes.faulty:
            faulty_links[shapes.link] = None
        unreadable_files |= dict.fromkeys(shapes.unreadable)
        if shapes.missing:
            collision = _Shapes(link, "collision", folder, colours)
            if not collision.missing and any(visual.shape == "mesh" for visual in collision.visuals):
                shapes = collision
        visuals += shapes.visuals
    notes = [*unreadable(unreadable_files)]
    if faulty_links:
        notes.append(f"visuals that cannot be drawn were left out, of links {few(list(faulty_links))}")
    return visuals, notes


class _Shapes:
    """The <visual> or <collision> elements of a link: visuals that can be drawn, and what is wrong with the others."""

    def __init__(self, link: Element, tag: str, folder: Path | None, colours: dict[str, Colour]) -> None:
        self.link, self.folder = link.attributes.get("name", "").strip(), folder
        self.visuals: list[Visual] = []
        self.unreadable: list[str] = []
        self.faulty = self.missing = False
        for element in link.all(tag):
            geometry, material = element.first("geometry"), element.first("material")
            shape = geometry.first("mesh", "box", "cylinder", "sphere") if geometry is not None else None
            # A material may only name one that is defined at the top of the file.
            name = material.attributes.get("name", "").strip() if material is not None else ""
            colour = (material and _colour(material)) or colours.get(name)
            if shape is None:
                self.faulty = True
            elif colour != "hidden":
                self._add(element, shape, colour)

    def _add(self, element: Element, shape: Element, colour: Vector | None) -> None:
        faults, file, scale = Faults(), "", (1.0, 1.0, 1.0)
        size: tuple[float, ...] = ()
        placement = read_origin(element.first("origin"), "", faults)
        match shape.tag:
            case "box":
                size = faults.vector(shape, "", "size")
            case "cylinder":
                size = faults.number(shape, "", "radius"), faults.number(shape, "", "length")
            case "sphere":
                size = (faults.number(shape, "", "radius"),)
            case _:
                scale, file = faults.vector(shape, "", "scale", scale), self._path(shape)
        if shape.tag == "mesh" and not file:
            self.missing = True
            return
        visual = Visual(self.link, shape.tag, size, file, scale, placement, colour)  # type: ignore[arg-type]
        if faults.problems or not drawable(visual):
            self.faulty = True
        else:
            self.visuals.append(visual)

    def _path(self, mesh: Element) -> str:
        """Return the path of a mesh that exists and can be drawn, else an empty text."""
        name = mesh.attributes.get("filename", "").strip()
        path = find_mesh(name, self.folder) if name and self.folder is not None else None
        if path is not None and not showable(path.name):
            self.unreadable.append(name)
            path = None
        return str(path or "")


def _colour(material: Element) -> Colour:
    colour = material.first("color")
    words = colour.attributes.get("rgba", "").split() if colour is not None else []
    faults = Faults()
    values = [faults.parse(material, "", word) for word in words[:5]]
    if len(values) not in (3, 4) or faults.problems or not all(0 <= value <= 1 for value in values):
        return None
    return "hidden" if values[3:] == [0.0] else vector(values[:3])
