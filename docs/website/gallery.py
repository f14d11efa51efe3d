"""The gallery: reports and playable pages that the build makes, each one self-contained HTML file."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import armillary as arm
from armillary.figures.skeleton import StickFigure
from armillary.figures.style import BLUE
from website import kept
from website.drawing import drawing
from website.stage import ROOT, Stage

HEAD = """\
# Gallery

Pages that one call makes. Each is a single file that needs neither a server nor a network.
"""
EXAMPLES = ROOT / "examples"
PICTURES = 12
"""Configurations in the picture of a motion."""


@dataclass(frozen=True)
class Piece:
    """One page of the gallery: its file, words about it, the code that makes it, and that code as a function."""

    name: str
    title: str
    words: str
    code: str
    make: Callable[[Path], None]
    scenario: arm.Scenario | None = None


def _flexible(name: str = "flexible_arm") -> arm.Scenario:
    return arm.load_scenario(EXAMPLES / f"{name}.toml")


def _panda() -> arm.Scenario:
    law = arm.controllers.ComputedTorque(kp=100, kd=20)
    goal = np.array([0.6, -0.4, 0.3, -1.4, 0.5, 1.6, 0.4])
    start = np.array([0.0, -0.7, 0.0, -2.3, 0.0, 1.6, 0.8])
    move = arm.references.FifthOrder(start=start, end=goal, duration=1.2)
    return arm.Scenario(arm.library.get("panda"), controller=law, reference=move, period=1e-3, q0=start, duration=2.0)


def _motors(path: Path) -> None:
    runs = [arm.simulate(_flexible(name)) for name in ("flexible_arm", "flexible_arm_without_motors")]
    arm.report(runs, path, names=["with motors", "without"], title="A flexible arm with and without motors")


def _equations(path: Path) -> None:
    path.write_text(arm.equations(arm.library.get("khatib-rr")).to_html(), encoding="utf-8")


def pieces() -> list[Piece]:
    """Return the pages of the gallery."""
    manutec = arm.load_scenario("manutec-r3")
    made = [
        Piece(
            "flexible-arm-report", "Report: a flexible arm with and without motors",
            "Two links that bend turn by 90 degrees; the second run has no motors.",
            'arm.report([run, other], "motion.html")', _motors, _flexible(),
        ),
        Piece(
            "manutec-report", "Report: an industrial robot",
            "Elastic gears, friction that sticks, and a sampled cascade.",
            'arm.simulate(arm.load_scenario("manutec-r3")).report("motion.html")',
            lambda path: arm.simulate(manutec).report(path), manutec,
        ),
        Piece(
            "equations", "Equations of motion of an RR arm",
            "Exact, in letters, as a textbook writes them.",
            'arm.equations(arm.library.get("khatib-rr")).to_html()', _equations,
        ),
    ]  # fmt: skip
    return made + playable()


def playable() -> list[Piece]:
    """Return the pages that run their closed loop in the browser."""
    return [
        Piece(
            "flexible-arm-play", "Play: a flexible arm with motors",
            "The closed loop runs in the page: pull the tip, change gains, watch energies. Ghosts have simpler motors.",
            'scenario.page("play.html", compare=["reflected", "none"])',
            lambda path: _flexible().page(path, compare=["reflected", "none"]), _flexible(),
        ),
        Piece(
            "panda-play", "Play: a Panda under computed torque",
            "Seven joints, sampled at 1 kHz.", 'scenario.page("play.html")',
            lambda path: _panda().page(path), _panda(),
        ),
    ]  # fmt: skip


def pages(stage: Stage) -> None:
    """Write the page with a picture of each motion; the files themselves are made by `write`."""
    parts = [HEAD]
    for piece in pieces():
        parts += [f"## {piece.title}\n", f"{piece.words}\n"]
        if piece.scenario is not None:
            strobe(piece.scenario, stage.place(f"gallery/{piece.name}.svg"))
            parts.append(f"![{piece.title}](gallery/{piece.name}.svg)\n")
        parts.append(f"```python\n{piece.code}\n```\n")
        parts.append(f'<p class="open"><a href="gallery/{piece.name}.html">Open the page</a></p>\n')
    stage.write("gallery.md", "\n".join(parts))


def write(site: Path) -> None:
    """Make the pages of the gallery, or take those that were kept."""
    folder = site / "gallery"
    folder.mkdir(exist_ok=True)
    source = hashlib.sha256(Path(__file__).read_bytes()).digest()
    for piece in pieces():
        place = kept.place("gallery", piece.name, source)
        path = folder / f"{piece.name}.html"
        if not place.exists():
            piece.make(path)
            kept.keep(place, path.read_text(encoding="utf-8"))
        path.write_text(place.read_text(encoding="utf-8"), encoding="utf-8")


def strobe(scenario: arm.Scenario, path: Path) -> None:
    """Draw a motion as one picture: the robot after equal parts of its way, later ones darker."""
    run = arm.simulate(scenario)
    skeleton = StickFigure(run.model)
    way = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(run.q, axis=0), axis=1))])
    shown = run.q[np.searchsorted(way, np.linspace(0.0, way[-1], PICTURES).clip(max=way[-1]))]
    lines = [[np.asarray(line) for line in skeleton.at(q).lines] for q in shown]
    extent = np.ptp(np.vstack([line for each in lines for line in each]), axis=0)
    first, second = sorted(np.argsort(extent)[-2:])
    with drawing(path, 5, 4, bbox_inches="tight") as figure:
        axes = figure.subplots()
        for k, each in enumerate(lines):
            for line in each:
                shade = 0.15 + 0.85 * k / (len(lines) - 1)
                axes.plot(line[:, first], line[:, second], color=BLUE, alpha=shade, solid_capstyle="round", lw=2.2)
        axes.set(aspect="equal", xlabel=f"{'xyz'[first]} [m]", ylabel=f"{'xyz'[second]} [m]")
        axes.grid(True, linewidth=0.4, alpha=0.5)
