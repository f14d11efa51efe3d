"""Visuals of a URDF file: <visual> elements, with the mesh files that exist.

No robot is refused because of a picture: a visual that is misspelt, missing or without a size is left out, with a note.
Where a <visual> names a mesh that cannot be shown (missing, or in another format), the meshes of <collision>, which are
mostly .stl, are shown instead.
"""

from __future__ import annotations

from pathlib import Path

from armillary.description.mesh_paths import READABLE, find_mesh, unreadable
from armillary.description.robot import ORIGIN, Vector, Visual, vector
from armillary.description.urdf.elements import read_origin
from armillary.description.validate.robot import visual_faults
from armillary.description.xml_tree import Element, Faults
from armillary.files.words import few

HIDDEN: Vector = (-1.0, -1.0, -1.0)
"""Colour that marks a fully transparent material."""


def read_visuals(root: Element, folder: Path | None) -> tuple[list[Visual], list[str]]:
    """Return the visuals of all links, and notes on omitted ones; meshes are only found if a folder is given."""
    reader = _Reader(root, folder)
    visuals = [visual for link in root.all("link") for visual in reader.link(link)]
    notes = [*unreadable(reader.foreign)]
    if reader.faulty:
        notes.append(f"visuals that cannot be drawn were left out, of links {few(list(dict.fromkeys(reader.faulty)))}")
    return visuals, notes


class _Reader:
    def __init__(self, root: Element, folder: Path | None) -> None:
        self.folder = folder
        self.colours = {
            material.attributes.get("name", "").strip(): _colour(material) for material in root.all("material")
        }
        self.foreign: list[str] = []
        self.faulty: list[str] = []

    def link(self, link: Element) -> list[Visual]:
        """Return the visuals of a link, or its collision meshes if a visual mesh cannot be shown."""
        visuals, complete = self._all(link, "visual")
        if complete:
            return visuals
        foreign, faulty = list(self.foreign), list(self.faulty)
        stand_ins, complete = self._all(link, "collision")
        meshes = any(visual.shape == "mesh" for visual in stand_ins)
        self.foreign, self.faulty = foreign, faulty  # of those nobody asked
        return stand_ins if complete and meshes else visuals

    def _all(self, link: Element, tag: str) -> tuple[list[Visual], bool]:
        """Return the visuals that can be drawn, and whether no mesh is missing among them."""
        name = link.attributes.get("name", "").strip()
        found: list[Visual] = []
        complete = True
        for element in link.all(tag):
            shape = _shape(element)
            if shape is None:
                self.faulty.append(name)
                continue
            colour = self._colour_of(element)
            if colour == HIDDEN:
                continue
            if shape.tag == "mesh" and not self._path(shape):
                complete = False
                continue
            visual = self._visual(name, element, shape, colour)
            if visual is None:
                self.faulty.append(name)
            else:
                found.append(visual)
        return found, complete

    def _path(self, mesh: Element) -> str:
        """Return the path of a mesh that exists and can be shown, else an empty text."""
        name = mesh.attributes.get("filename", "").strip()
        path = find_mesh(name, self.folder) if name and self.folder is not None else None
        if path is None:
            return ""
        if path.suffix.lower() not in READABLE:
            self.foreign.append(name)
            return ""
        return str(path)

    def _visual(self, link: str, element: Element, shape: Element, colour: Vector | None) -> Visual | None:
        faults = Faults()
        placement = read_origin(element.first("origin"), "", faults)
        size: tuple[float, ...] = ()
        scale = (1.0, 1.0, 1.0)
        match shape.tag:
            case "box":
                size = faults.vector(shape, "", "size", ORIGIN)
            case "cylinder":
                size = faults.number(shape, "", "radius"), faults.number(shape, "", "length")
            case "sphere":
                size = (faults.number(shape, "", "radius"),)
            case _:
                scale = faults.vector(shape, "", "scale", scale)
        kind, file = (shape.tag, "") if size else ("mesh", self._path(shape))
        visual = Visual(link, kind, size, file, scale, placement, colour)  # type: ignore[arg-type]
        return None if faults.problems or any(visual_faults("", visual)) else visual

    def _colour_of(self, element: Element) -> Vector | None:
        """Return the colour of a visual, from its material or from the material of that name."""
        material = element.first("material")
        if material is None:
            return None
        return _colour(material) or self.colours.get(material.attributes.get("name", "").strip())


def _shape(element: Element) -> Element | None:
    """Return the one shape of a geometry."""
    geometry = element.first("geometry")
    return geometry.first("mesh", "box", "cylinder", "sphere") if geometry is not None else None


def _colour(material: Element) -> Vector | None:
    """Return red, green, blue; None without a readable colour."""
    colour = material.first("color")
    words = colour.attributes.get("rgba", "").split() if colour is not None else []
    if len(words) not in (3, 4):
        return None
    faults = Faults()
    values = [faults.parse(material, "", word) for word in words]
    if faults.problems or not all(0 <= value <= 1 for value in values):
        return None
    return HIDDEN if values[3:] == [0.0] else vector(values[:3])
