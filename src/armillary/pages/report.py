"""`report`: one page of HTML with up to four runs: a moving robot, plots on one time cursor, tables."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from armillary import __version__
from armillary.analysis.robot_tables import tables_of
from armillary.errors import ArgumentError
from armillary.files.arguments import flag, listed
from armillary.files.atomic import check_place, suffix_of, write_content
from armillary.files.kinds import PAGES
from armillary.files.words import is_listed, shortened
from armillary.multibody import Model
from armillary.pages.motion_data import last_finite, motion_data
from armillary.pages.page import page
from armillary.pages.robot_data import Meshes, robot_data
from armillary.pages.run_tables import (
    audit_table,
    cost_parts,
    differences_table,
    events_table,
    frequency_parts,
    precision_notes,
    reproduce_parts,
    runs_table,
    scenario_tables,
)
from armillary.results.trajectory import Trajectory
from armillary.scene.scene import Scene
from armillary.tables.parts import Facts, Folded, Notes, Part, Section, Text

MOST_RUNS = 4
MOST_PLAYED = 20
"""Largest number of velocities of a run whose closed loop a report carries: compiling larger ones takes seconds."""
KEYS = {
    "space": "play, pause",
    "← →": "a step back, forward (with shift ten)",
    "home, end": "to the beginning, to the end",
    "+ −": "faster, slower",
    "[ ]": "less, more magnification of bending",
}
"""Keys of the animation."""

Result = Trajectory | str | os.PathLike[str]
Scenes = dict[Model, tuple[Scene, Trajectory]]
"""The scene of each different model, with its first run."""


def report(
    results: Result | Sequence[Result],
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    names: Sequence[str] | None = None,
    play: bool = True,
) -> None:
    """Write a page that shows one run, or compares up to four, whole or not at all.

    Args:
        results: Trajectories or .nc files; the others are compared with the first.
        path: The page, a .html file.
        title: Heading of the page; default: the names of the robots.
        names: Names of the runs; default: names of files, robots or motors, the first that differ.
        play: Whether the page carries the closed loop of the first run, for its button "play from here"; default true.
            Runs that do not know their scenario, or whose loop cannot run in a page, have no button.

    Raises:
        ArgumentError: No run or more than four, a file without a run, or a page that cannot be written.
    """
    suffix_of(path, PAGES)
    check_place(path)
    write_content(path, html(results, title, names, play))


def html(
    results: Result | Sequence[Result],
    title: str | None = None,
    names: Sequence[str] | None = None,
    play: bool = True,
) -> str:
    """Return the page of `report` as text."""
    several = not isinstance(results, (Trajectory, str, os.PathLike))
    sources: list[Any] = [*listed("results", results, "trajectories, or .nc files of them")] if several else [results]
    _check_number(len(sources))
    for source in sources:
        if not isinstance(source, (Trajectory, str, os.PathLike)):
            raise ArgumentError("results", shortened(source), "trajectories, or .nc files of them")
        if isinstance(source, Trajectory) and not len(source):
            raise ArgumentError("results", "a trajectory without rows", "one with some")
    loaded = [source if isinstance(source, Trajectory) else Trajectory.load(source) for source in sources]
    _check_number(sum(len(source) if source.stacked else 1 for source in loaded))
    sources = [source for source, motion in zip(sources, loaded, strict=True) for _ in motion.runs]
    runs = [run for motion in loaded for run in motion.runs]
    for run in runs:  # rows with equal times, before and after an event, are valid
        if not (np.isfinite(run.t).all() and np.all(np.diff(run.t) >= 0)):
            problem = f"a motion of {run.robot.name!r} whose times are not finite or go back"
            raise ArgumentError("results", problem, "rising times")
    labels = _names(sources, runs, names)
    robots = list(dict.fromkeys(run.robot.name for run in runs))
    if title is not None and not isinstance(title, str):
        raise ArgumentError("title", shortened(title), "a text")
    heading = title or f"Motion of {' and '.join(robots)}"
    play = flag("play", play)
    scenes = _scenes(runs)
    first = runs[0]
    count = len(runs[0])
    span = f"{first.t[-1] - first.t[0]:g} s, {count:,} row{'s' if count != 1 else ''}"
    alone = f"{span}, energy drift {first.drift_max:.2g} %"
    subtitle = f"{len(runs)} runs: {', '.join(labels)}" if len(runs) > 1 else alone
    data = _data(runs, labels, heading, scenes)
    loop = _loop(runs, labels, scenes, play)
    if loop:
        data["play"] = loop
    omissions = (text for run in runs for text in run.robot.omissions)
    return page(heading, subtitle, _body(runs, labels, scenes), data, modules="play" in data, omissions=omissions)


def run_data(runs: Sequence[Trajectory], names: Sequence[str], title: str) -> dict[str, Any]:
    """Return the data of a page that moves runs."""
    return _data(runs, names, title, _scenes(runs))


def _loop(runs: Sequence[Trajectory], names: Sequence[str], scenes: Scenes, play: bool) -> dict[str, Any] | None:
    """Return the closed loop of the first run as plain data; None without one that a page can run."""
    run = runs[0]
    known = run.scenario is not None or run.info.get("scenario_text")
    if not play or not known or run.model.nv > MOST_PLAYED:
        return None
    # The compiler for WebAssembly is loaded for pages that play only.
    from armillary.pages.play import run_loop

    return run_loop(run, names[0], list(scenes).index(run.model), scenes[run.model][0])


def _scenes(runs: Sequence[Trajectory]) -> Scenes:
    scenes: Scenes = {}
    for run in runs:  # runs of one model share a scene, whose meshes are large
        if run.model not in scenes:
            scenes[run.model] = Scene(run.model), run
    return scenes


def _check_number(count: int) -> None:
    if not 1 <= count <= MOST_RUNS:
        hint = "make several pages, or choose some runs of a stack, such as runs[:4]"
        raise ArgumentError("results", f"{count} runs", f"1 to {MOST_RUNS}", hint)


def _names(sources: Sequence[Any], runs: Sequence[Trajectory], names: Sequence[str] | None) -> list[str]:
    """Return distinct names of the runs: of files, robots or models, the first that differ."""
    if names is not None:
        if not is_listed(names) or len(names) != len(runs):
            raise ArgumentError("names", shortened(names), f"{len(runs)}, one for each run")
        return [str(name) for name in names]
    stems, paths = [], []
    for source, run in zip(sources, runs, strict=True):
        path = None if isinstance(source, Trajectory) else Path(os.fspath(source))
        stems.append(path.stem if path else run.robot.name)
        paths.append(str(path) if path else run.robot.name)
    models = [called(run.model) for run in runs]
    for candidates in (stems, paths, models):
        if len(set(candidates)) == len(runs):
            return candidates
    return [f"run {k + 1}" for k in range(len(runs))]


def called(model: Model) -> str:
    """Return the robot and the choices of a model in words."""
    return f"{model.robot.name}, motors {model.motors}" + ("" if model.friction else ", no friction")


def _data(runs: Sequence[Trajectory], names: Sequence[str], title: str, scenes: Scenes) -> dict[str, Any]:
    order = list(scenes)
    meshes = Meshes()
    return {
        "version": __version__,
        "title": title,
        "robots": [robot_data(scene, meshes) for scene, _ in scenes.values()],
        "meshes": meshes.packed,
        "runs": [
            {"name": name, "robot": order.index(run.model)} | motion_data(run, scenes[run.model][0], len(runs))
            for run, name in zip(runs, names, strict=True)
        ],
    }


def _body(runs: Sequence[Trajectory], names: Sequence[str], scenes: Scenes) -> list[Part]:
    """Return the sections of the page from top to bottom."""
    several = len(scenes) > 1
    robots: list[Part] = []
    vibrations: list[Part] = []
    costs: list[Part] = []
    for scene, run in scenes.values():
        model = scene.model
        heading = [Text(called(model), "heading")] if several else []
        robots += [*heading, *tables_of(model), Notes(scene.notes)]
        vibrations += [*heading, *frequency_parts(model, run.q[0], last_finite(run.q))]
        costs += [*heading, *cost_parts(model)]
    scenarios: list[Part] = []
    for run, name in zip(runs, names, strict=True):
        scenarios += [*([Text(name, "heading")] if len(runs) > 1 else []), *scenario_tables(run)]
    sections = [
        Section("runs", "Runs" if len(runs) > 1 else "Run", [runs_table(runs, names)]),
        Section("differences", "Differences", differences_table(runs, names) if len(runs) > 1 else []),
        Section("events", "Events", events_table(runs, names)),
        Section("audit", "Energy audit", audit_table(runs, names)),
        Section("scenario", "Scenario", scenarios),
        Section("robot", "Robots" if several else "Robot", robots),
        Section("frequencies", "Natural frequencies", vibrations),
        Section("costs", "Operation counts", costs),
        Section("reproduce", "How to reproduce it", reproduce_parts(runs, names)),
        Section("precision", "What this page holds", [precision_notes(runs, names), Folded("keys", [Facts(KEYS)])]),
    ]
    return [section for section in sections if section.parts]
