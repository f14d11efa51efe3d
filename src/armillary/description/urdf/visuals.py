"""Visuals of a URDF file: <visual> elements, with the mesh files that exist.

No robot is refused because of a picture: a visual that is misspelt, missing or without a size is left out, with a note.
Where a <visual> names a mesh that cannot be shown (missing, in another format, or without the package that reads it),
the meshes of <collision>, which are mostly .stl, are shown instead.
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


def read_visuals(root: Element, folder: Path | None) -> tuple[list[Visual], list[str]]:
    """Return the visuals of all links, and notes on omitted ones; meshes are only found if a folder is given."""
    colours = {material.attributes.get("name", "").strip(): _colour(material) for material in root.all("material")}
    visuals: list[Visual] = []
    faulty: dict[str, None] = {}
    foreign: dict[str, None] = {}
    for link in root.all("link"):
        looks = _Looks(link, "visual", folder, colours)
        faulty |= dict.fromkeys([looks.link] if looks.faulty else [])
        foreign |= dict.fromkeys(looks.foreign)
        if looks.missing:
            instead = _Looks(link, "collision", folder, colours)
            if not instead.missing and any(visual.shape == "mesh" for visual in instead.visuals):
                looks = instead
        visuals += looks.visuals
    notes = [*unreadable(foreign)]
    if faulty:
        notes.append(f"visuals that cannot be drawn were left out, of links {few(list(faulty))}")
    return visuals, notes


class _Looks:
    """The elements of one tag of a link: visuals that can be drawn, and whether some are faulty or lack their mesh."""

    def __init__(self, link: Element, tag: str, folder: Path | None, colours: dict[str, Colour]) -> None:
        self.link, self.folder = link.attributes.get("name", "").strip(), folder
        self.visuals: list[Visual] = []
        self.foreign: list[str] = []
        self.faulty = self.missing = False
        for element in link.all(tag):
            geometry, material = element.first("geometry"), element.first("material")
            shape = geometry.first("mesh", "box", "cylinder", "sphere") if geometry is not None else None
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
        """Return the path of a mesh that exists and can be shown, else an empty text."""
        name = mesh.attributes.get("filename", "").strip()
        path = find_mesh(name, self.folder) if name and self.folder is not None else None
        if path is not None and not showable(path.name):
            self.foreign.append(name)
            path = None
        return str(path or "")


def _colour(material: Element) -> Colour:
    """Return red, green, blue; "hidden" for a transparent material, None without a readable colour."""
    colour = material.first("color")
    words = colour.attributes.get("rgba", "").split() if colour is not None else []
    faults = Faults()
    values = [faults.parse(material, "", word) for word in words[:5]]
    if len(values) not in (3, 4) or faults.problems or not all(0 <= value <= 1 for value in values):
        return None
    return "hidden" if values[3:] == [0.0] else vector(values[:3])
