"""Models that an SDF file includes: each <include> is replaced by the model that it names.

The URI is a file beside the including one, or the folder of a model; ``model://NAME`` is such a folder beside the file
or beside its folder, as Gazebo keeps models. In a folder, the newest file that its model.config names is read, or else
model.sdf. A model that is not found is left out, with a note. Elements of included files get the line of the <include>.
With ``merge="true"`` the parts of the model are named in the surrounding model, in which ``_merged__NAME__model__`` is
the frame of the merged model.
"""

from __future__ import annotations

from pathlib import Path

from armillary.description.load import XML_FILE
from armillary.description.sdf.values import is_true, text_of
from armillary.description.xml_tree import Element, Faults, parse_xml
from armillary.errors import DescriptionError
from armillary.files.words import few

DEPTH, MOST = 10, 200
"""Greatest depth of includes, and number of included models."""
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
            problem = f"more than {DEPTH} models in each other, or {MOST} in all"
            self.faults.add(include, "include", problem, "fewer", "does a model include itself?")
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
        for element in model.walk():
            element.line = include.line
            if element.tag == "uri" and "://" not in element.text:  # relative to the included file
                element.text = str(path.parent / element.text.strip())
        overrides = include.all(*OVERRIDES)
        overridden = {element.tag for element in overrides}
        model.children = [child for child in model.children if child.tag not in overridden] + overrides
        model.attributes["name"] = text_of(include, "name") or model.attributes.get("name", "")
        if is_true(include.attributes.get("merge", "")):
            name = f"_merged__{model.attributes['name']}__model__"
            model.attributes |= {"name": name, "merge": "true"}
        frame = text_of(include, "placement_frame")
        model.attributes |= {"placement_frame": frame} if frame else {}
        return [model]


def _find(name: str, folder: Path) -> Path | None:
    """Return the SDF file of a URI, or None. Files outside the folders of models are not read."""
    scheme, separator, rest = name.partition("://")
    if separator and scheme not in ("model", "file"):
        return None
    inside = (rest if separator else name).strip("/")
    places = [folder, folder.parent] if scheme == "model" and separator else [folder]
    for place in places:
        try:
            path = (place / inside).resolve()
            path = _main_file(path) if path.is_dir() else path
            if inside and path.is_relative_to(place.resolve()) and path.is_file():
                return path
        except (OSError, RuntimeError, ValueError):
            continue
    return None


def _main_file(folder: Path) -> Path:
    """Return the SDF file in the folder of a model."""
    try:
        config = parse_xml(XML_FILE.read_text(folder / "model.config"))
    except DescriptionError:
        return folder / "model.sdf"
    newest = max(config.all("sdf"), key=_version, default=None)
    named = (folder / newest.text.strip()).resolve() if newest is not None else folder
    return named if named.is_relative_to(folder) and named.is_file() else folder / "model.sdf"


def _version(element: Element) -> tuple[int, ...]:
    numbers = element.attributes.get("version", "").strip().split(".")
    return tuple(int(part) for part in numbers) if all(part.isdecimal() for part in numbers) else ()
