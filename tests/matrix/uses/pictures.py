"""Figures, films and pages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

import armillary as arm
from matrix.cells import use
from matrix.kinds import Kind
from matrix.uses.analysis import holding

GROUP = "Figures and pages"


def drawn(figure: object, path: Path) -> None:
    """Check a figure and its file, and close it."""
    import matplotlib.pyplot as plt

    assert figure.axes
    assert path.stat().st_size > 1000
    plt.close(figure)


@use(GROUP, "picture of the robot")
def robot(kind: Kind, folder: Path) -> None:
    path = folder / "robot.svg"
    drawn(kind.robot.plot(kind.start, path), path)


@use(GROUP, "charts and phase portraits of a run")
def charts(kind: Kind, folder: Path) -> None:
    path = folder / "run.svg"
    drawn(kind.run.plot(path=path), path)
    drawn(kind.run.plot_phase(path), path)


@use(GROUP, "torque over speed of motors")
def motors(kind: Kind, folder: Path) -> None:
    path = folder / "motors.svg"
    drawn(kind.run.plot_motors(path), path)


@use(GROUP, "mode shapes")
def modes(kind: Kind, folder: Path) -> None:
    path = folder / "modes.svg"
    drawn(arm.frequencies(kind.robot, kind.start, joints=holding(kind)).plot(path, count=2), path)


@use(GROUP, "workspace and ellipsoids, drawn")
def space(kind: Kind, folder: Path) -> None:
    path = folder / "space.svg"
    drawn(arm.workspace(kind.robot, count=20).plot(path), path)
    drawn(arm.ellipsoids(kind.robot, kind.run.q[:2]).plot(path), path)


@use(GROUP, "Bode plot")
def bode(kind: Kind, folder: Path) -> None:
    path = folder / "bode.svg"
    drawn(arm.linearise(kind.robot, kind.start).bode(path=path), path)


@use(GROUP, "animation")
def animation(kind: Kind, folder: Path) -> None:
    from PIL import Image

    kind.run.animate(folder / "run.gif", fps=20)
    with Image.open(folder / "run.gif") as film:
        assert film.n_frames >= 2


@use(GROUP, "turning picture (notebooks)")
def notebook(kind: Kind, folder: Path) -> None:
    assert "<svg" in kind.robot._repr_html_() or "<img" in kind.robot._repr_html_()


@use(GROUP, "report")
def report(kind: Kind, folder: Path) -> None:
    kind.run.report(folder / "report.html", play=False)
    assert kind.robot.name in (folder / "report.html").read_text(encoding="utf-8")


@use(GROUP, "playable page")
def page(kind: Kind, folder: Path) -> None:
    replace(kind.loop, qd0=None).page(folder / "page.html")
    assert kind.robot.name in (folder / "page.html").read_text(encoding="utf-8")


@use(GROUP, "live page")
def view(kind: Kind, folder: Path) -> None:
    from internals import Page, Subject, free_port

    page = Page(Subject(kind.robot, kind.robot.name, "full"), free_port(0))
    try:
        page._draw(True, 0.0)
    finally:
        page.stop()
    assert np.all(np.isfinite(kind.start))
