"""Models that an SDF file includes: each <include> is replaced by the model that it names.

A name is a file beside the including one, or the folder of a model; ``model://NAME`` is such a folder beside the file
or beside its folder, as Gazebo keeps models. The file of a folder is the newest that its model.config names, or
model.sdf. Others are left out, with a note. Lines of included files are those of the <include>. With ``merge="true"``
the parts of a model have their names in the model around it, where the frame ``_merged__NAME__model__`` is its own.
"""

from __future__ import annotations

from pathlib import Path

from armillary.description.load import XML_FILE
from armillary.description.sdf.values import is_true, text_of
from armillary.description.xml_tree import Element, Faults, parse_xml
from armillary.errors import DescriptionError
from armillary.files.words import few

DEPTH, MOST = 10, 200
"""Greatest depth and number of included models."""
OVERRIDES = ("pose", "static")
"""Elements of an <include> that replace those of the model."""


def expand(root: Element, folder: Path | None, faults: Faults) -> None:
    """Replace every <include> in a document by its model, in place."""
    _Includes(faults).expand(root, folder, 0)


class _Includes:
    def __init__(self, faults: Faults) -> None:
        self.faults, self.count = faults, 0
        self.left: list[str] = []

    def expand(self, element: Element, folder: Path | None, depth: int) -> None:
        for parent in list(element.walk()):
            if parent.tag not in ("sdf", "world", "model") or not parent.all("include"):
                continue
            children: list[Element] = []
            for child in parent.children:
                children += [child] if child.tag != "include" else self._included(child, folder, depth)
            parent.children = children
        if depth == 0 and self.left:
            self.faults.notes.append(f"included models that were not found are left out: {few(self.left)}")

    def _included(self, include: Element, folder: Path | None, depth: int) -> list[Element]:
        name = text_of(include, "uri")
        path = _find(name, folder) if folder is not None else None
        self.count += 1
        if depth >= DEPTH or self.count > MOST:
            found = f"more than {DEPTH} models in each other, or {MOST} in all"
            self.faults.add(include, "include", found, "fewer", "does a model include itself?")
            return []
        root = None
        if path is not None:
            try:
                root = parse_xml(XML_FILE.read_text(path), str(path))
            except DescriptionError as error:
                self.faults.problems += error.problems
                return []
        model = root.first("model") if root is not None and root.tag == "sdf" else None
        if path is None or root is None or model is None:
            self.left.append(name or "<include> without <uri>")
            return []
        self.expand(root, path.parent, depth + 1)
        for uri in (each for each in model.walk() if each.tag == "uri" and "://" not in each.text):
            uri.text = str(path.parent / uri.text.strip())
        for each in model.walk():
            each.line = include.line
        own = include.all(*OVERRIDES)
        model.children = [each for each in model.children if each.tag not in {other.tag for other in own}] + own
        model.attributes["name"] = text_of(include, "name") or model.attributes.get("name", "")
        if is_true(include.attributes.get("merge", "")):
            name = f"_merged__{model.attributes['name']}__model__"
            model.attributes |= {"name": name, "merge": "true"}
        frame = text_of(include, "placement_frame")
        model.attributes |= {"placement_frame": frame} if frame else {}
        return [model]


def _find(name: str, folder: Path) -> Path | None:
    """Return the SDF file that a name stands for, or None."""
    scheme, separator, rest = name.partition("://")
    if separator and scheme not in ("model", "file"):
        return None
    inside = (rest if separator else name).strip("/")
    places = [folder, folder.parent] if scheme == "model" and separator else [folder]
    for place in places:
        try:
            found = (place / inside).resolve()
            found = _main_file(found) if found.is_dir() else found
            if inside and found.is_relative_to(place.resolve()) and found.is_file():
                return found
        except (OSError, RuntimeError, ValueError):
            continue
    return None


def _main_file(folder: Path) -> Path:
    """Return the SDF file of the folder of a model."""
    try:
        config = parse_xml(XML_FILE.read_text(folder / "model.config"))
    except DescriptionError:
        return folder / "model.sdf"
    newest = max(config.all("sdf"), key=_version, default=None)
    named = (folder / newest.text.strip()).resolve() if newest is not None else folder
    return named if named.is_relative_to(folder) and named.is_file() else folder / "model.sdf"


def _version(element: Element) -> tuple[int, ...]:
    numbers = element.attributes.get("version", "").strip().split(".")
    return tuple(int(each) for each in numbers) if all(each.isdecimal() for each in numbers) else ()
