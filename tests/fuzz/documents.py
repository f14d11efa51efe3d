"""Documents of every kind that a reader takes, right before they are mutated, and what is done with the result."""

import os
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import armillary as arm
from internals import Scene, load_weights

from .meshes import meshes
from .mutate import broken, mutated
from .texts import (
    BEAM,
    CATALOGUE,
    MJCF,
    MODAL,
    MODAL_FILE,
    MOTIONS,
    NODES,
    PUSHES,
    ROWS,
    SCENARIOS,
    SDF,
    STUDIES,
    WEIGHTS,
)  # fmt: skip
from .values import results

DATA = Path(__file__).parents[1] / "data"
LIBRARY = Path(arm.library.__file__).parent


@dataclass(frozen=True)
class Kind:
    """A kind of document: the suffix of its file, right files, its reader, its weight, and texts that lie beside it."""

    suffix: str
    texts: tuple[str | bytes, ...]
    read: Callable[[Path], Any]
    weight: float = 1.0
    beside: tuple[tuple[str, str], ...] = ()


@cache
def kinds() -> dict[str, Kind]:
    """Return the kinds of documents by name."""
    robots = tuple((LIBRARY / f"{name}.toml").read_text("utf-8") for name in ("khatib-rp", "planar-3r", "flexrob"))
    urdf = tuple((DATA / name).read_text("utf-8") for name in ("bent_arm.urdf", "branching.urdf", "rotors.urdf"))
    table = (("robot.toml", MODAL.replace("modal.csv", "case.csv")),)
    file = (("robot.toml", MODAL.replace('"modal.csv", frequencies = ["12 Hz"]', '"case.toml"')),)
    return {
        "robot": Kind(".toml", (*robots, BEAM), _robot, 4),
        "modal robot": Kind(".toml", (MODAL,), _robot, beside=(("modal.csv", NODES),)),
        "modal table": Kind(".csv", (NODES,), _modal, beside=table),
        "modal file": Kind(".toml", (MODAL_FILE,), _modal, beside=file),
        "urdf": Kind(".urdf", urdf, _robot, 2),
        "sdf": Kind(".sdf", (SDF,), _robot, 2),
        "mjcf": Kind(".xml", (MJCF,), _robot, 0.3),
        "scenario": Kind(".toml", SCENARIOS, arm.load_scenario, 4),
        "motion": Kind(".toml", MOTIONS, arm.load_motion),
        "study": Kind(".toml", STUDIES, arm.load_study, 0.1, beside=(("slew.toml", SCENARIOS[0]),)),
        "catalogue": Kind(".toml", (CATALOGUE,), arm.selection.load_catalogue, 2),
        "catalogue rows": Kind(".csv", (ROWS,), arm.selection.load_catalogue),
        "pushes": Kind(".csv", (PUSHES,), arm.load_pushes),
        "weights": Kind(".toml", WEIGHTS, load_weights),
    } | {f"mesh {name}": Kind(suffix, own, _shown, 0.2, beside) for name, (suffix, own, beside) in meshes().items()}


@cache
def result() -> bytes:
    """Return the bytes of a small result file."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "run.nc")
        arm.simulate(arm.library.get("khatib-rr"), 0.05, record=0.01).save(path)
        return path.read_bytes()


@cache
def store() -> dict[str, bytes]:
    """Return the files of a small store of results by name; none without the packages that stores need."""
    try:
        path = results().store.path
        _results(path)  # imports what the first case would be blamed for
    except arm.errors.MissingExtraError:
        return {}
    return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


def damaged_store(rng: random.Random, path: Path) -> None:
    """Write the store, with one or two files broken, missing, or folders and pipes in their places."""
    shutil.rmtree(path, ignore_errors=True)
    for name, data in store().items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    for name in rng.sample(sorted(store()), rng.choice((1, 1, 2))):
        file, data = path / name, store()[name]
        if name.endswith(".json") and rng.random() < 0.7:
            file.write_bytes(mutated(rng, data.decode(), (data.decode(),)).encode("utf-8", "surrogatepass"))
            continue
        match rng.randrange(6):
            case 0:
                file.unlink()
            case 1:
                file.unlink()
                file.mkdir()
            case 2:
                file.unlink()
                os.mkfifo(file)
            case _:
                file.write_bytes(broken(rng, data))


def _results(path: Path) -> Any:
    """Read a store in all ways."""
    found = arm.load_results(path)
    list(found.store.verify())
    return repr(found), found.tables(), {name: each.values for name, each in found.dataset.items()}


def document_case(rng: random.Random, folder: Path) -> tuple[str, Callable[[], Any]]:
    """Return a description of a case and the call that reads a mutated document."""
    weights = {"result": 2.0, "store": 0.3 * bool(store())} | {name: each.weight for name, each in kinds().items()}
    chosen = rng.choices(list(weights), list(weights.values()))[0]
    if chosen == "store":
        damaged_store(rng, folder / "case.zarr")
        return "store", lambda: _results(folder / "case.zarr")
    if chosen == "result":
        path = folder / "case.nc"
        path.write_bytes(broken(rng, result()))
        return "result", lambda: arm.Trajectory.load(path)
    kind, data = kinds()[chosen], rng.choice(kinds()[chosen].texts)
    if isinstance(data, bytes):
        path = placed(kind, folder, broken(rng, data))
    else:
        others = tuple(each for each in kind.texts if isinstance(each, str))
        data = mutated(rng, data, others).encode("utf-8", "surrogatepass")
        path = placed(kind, folder, broken(rng, data) if rng.random() < 0.1 else data)
    return chosen, lambda: kind.read(path)


def placed(kind: Kind, folder: Path, data: bytes) -> Path:
    """Write a document and the files beside it; return its path."""
    for name, text in kind.beside:
        (folder / name).write_text(text, encoding="utf-8")
    path = folder / f"case{kind.suffix}"
    path.write_bytes(data)
    return path


def _robot(path: Path) -> Any:
    """Read a robot; one that is right can be written, modelled and shown."""
    robot = arm.load(path)
    arm.to_toml(robot)
    model = arm.model(robot)
    return repr(robot), repr(model), model.nv


def _modal(path: Path) -> Any:
    return _robot(path.with_name("robot.toml"))


def _shown(path: Path) -> Any:
    """Read a robot with a mesh file as its visual and draw it; the reason why it cannot be shown is a note."""
    scene = Scene(arm.model(arm.load(path.with_name("robot.toml"))))
    return scene.parts, scene.points([0.1]), scene.notes
