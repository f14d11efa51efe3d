"""`armillary view`: a page on this computer with the robot on it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armillary.cli.options import find_robot, find_scenario, json_option, set_option
from armillary.errors import ArgumentError
from armillary.tables.json import to_json

if TYPE_CHECKING:
    from armillary.viewer.subject import Subject

EXAMPLES = (
    "\b\nExamples:\n  armillary view panda\n  armillary view arm.urdf --port 8123\n"
    "  armillary view full.nc reflected.nc\n  armillary view swing.toml --no-browser"
)


@click.command(epilog=EXAMPLES)
@click.argument("what", nargs=-1, required=True, metavar="ROBOT|RESULT…|SCENARIO")
@click.option(
    "--port", type=click.IntRange(1, 65535), help="Port of the page; default: the first free one from 8080 on."
)
@set_option
@click.option("--no-browser", is_flag=True, help="Print the address and open no browser.")
@json_option
def command(
    what: tuple[str, ...], port: int | None, settings: tuple[str, ...], no_browser: bool, as_json: bool
) -> None:
    """Open a page on which a robot moves: its joints by sliders, its modes, results of `simulate` (.nc), or a run.

    ROBOT is a name of the library or a file. The second of several results is shown as the ghost of the first. A
    SCENARIO is run at once. The page is for this computer alone; Ctrl-C ends it.
    """
    from armillary.viewer.extra import viser

    viser()
    subject = subject_of(what, settings)
    from armillary.viewer.page import Page

    page = Page(subject, port)
    try:
        with _told_to_end() as ended:  # from before the address is known: whoever has it may end the page
            click.echo(to_json({"address": page.address}) if as_json else f"{page.address}  (Ctrl-C ends it)")
            if not no_browser:
                import webbrowser

                webbrowser.open(page.address)
            while not ended.wait(0.5):
                pass
    finally:
        page.stop()


@contextmanager
def _told_to_end() -> Iterator[threading.Event]:
    """Give an event that Ctrl-C sets, or the signal to end, in place of what they do otherwise."""
    ended = threading.Event()

    def end(number: int, frame: Any) -> None:
        ended.set()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield ended
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def subject_of(what: tuple[str, ...], settings: tuple[str, ...] = ()) -> Subject:
    """Return what arguments mean: results (.nc), or one robot or scenario."""
    from armillary.viewer.subject import Subject

    if any(Path(text).suffix.lower() == ".nc" for text in what):
        return Subject.of_results(_results(what))
    if len(what) > 1:
        raise ArgumentError("ROBOT", f"{len(what)} of them", "one robot or scenario, or results of `simulate` (.nc)")
    path = Path(what[0])
    scenario = find_scenario(what[0], settings)
    if scenario is not None:
        model = scenario.model
        return Subject(model.robot, model.robot.name, model.motors, scenario=path.resolve(), settings=settings)
    robot = find_robot(what[0])
    from armillary.description import library

    return Subject(robot, what[0] if what[0] in library.names() else robot.name or path.stem)


def _results(what: tuple[str, ...]) -> dict[str, Any]:
    from armillary.results import Trajectory

    stems = [Path(text).stem for text in what]
    names = stems if len(set(stems)) == len(stems) else [str(text) for text in what]
    found = {}
    for name, text in zip(names, what, strict=True):
        found[name] = Trajectory.load(text).single()
    return found
