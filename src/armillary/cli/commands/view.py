"""`armillary view`: a live page on this computer that shows a robot, results or a run."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from armillary.cli import options as shared
from armillary.cli.commands.plot import labels
from armillary.cli.coordinates import numbers, q_option
from armillary.cli.reading import reading_options
from armillary.errors import ArgumentError

if TYPE_CHECKING:
    from armillary.viewer.subject import Subject

EXAMPLES = (
    "\b\nExamples:\n  armillary view panda\n  armillary view arm.urdf --port 8123\n"
    "  armillary view full.nc reflected.nc\n  armillary view swing.toml --no-browser\n"
    "  armillary view robot_descriptions:ur5e_mj_description --q home"
)


@click.command(epilog=EXAMPLES)
@click.argument("what", nargs=-1, required=True, metavar="ROBOT|RESULT…|SCENARIO", type=shared.ROBOT)
@click.option(
    "--port", type=click.IntRange(1, 65535), help="Port of the page; default: the first free one from 8080 on."
)
@shared.set_option
@click.option("--no-browser", is_flag=True, help="Print the address and open no browser.")
@q_option
@reading_options
@shared.json_option
def command(
    what: tuple[str, ...], port: int | None, settings: tuple[str, ...], no_browser: bool, q: str | None, as_json: bool
) -> None:
    """Open a page on which a robot moves: its joints by sliders, its modes, results of `simulate` (.nc), or a run.

    ROBOT is a name of the library or a file. The second of several results is shown as the ghost of the first. A
    SCENARIO is run at once. The page is for this computer alone; Ctrl-C ends it.
    """
    from armillary.viewer.server import viser

    viser()
    subject = subject_of(what, settings, q)
    from armillary.viewer.page import Page

    page = Page(subject, port)
    try:
        with _end_signal() as ended:  # before the address is printed, so that its reader can end the page
            shared.answer(as_json, {"address": page.address}, line=f"{page.address}  (Ctrl-C ends it)")
            with nullcontext() if no_browser else _browser(page.address):
                while not ended.wait(0.5):
                    pass
    finally:
        page.stop()


@contextmanager
def _browser(address: str) -> Iterator[None]:
    """Open an address in a browser whose command line does not show its token."""
    import webbrowser

    from armillary.viewer.server import redirecting_file

    with redirecting_file(address) as file:
        webbrowser.open(file)
        yield


@contextmanager
def _end_signal() -> Iterator[threading.Event]:
    """Give an event that Ctrl-C and SIGTERM set, instead of ending the process."""
    ended = threading.Event()
    both = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda _number, _frame: ended.set()) for number in both}
    try:
        yield ended
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def subject_of(what: tuple[str, ...], settings: tuple[str, ...] = (), q: str | None = None) -> Subject:
    """Return the subject that the arguments name: results (.nc), or one robot, at q, or scenario."""
    from armillary.viewer.subject import Subject

    paths = tuple(Path(text) for text in what)
    if q is not None and (any(path.suffix.lower() == ".nc" for path in paths) or shared.is_scenario(paths[0])):
        raise ArgumentError("--q", f"given for {what[0]}", "a robot")
    if any(path.suffix.lower() == ".nc" for path in paths):
        from armillary.results import Trajectory

        results = [Trajectory.load(path).single() for path in paths]
        return Subject.of_results(dict(zip(labels(paths), results, strict=True)))
    if len(what) > 1:
        raise ArgumentError("ROBOT", f"{len(what)} of them", "one robot or scenario, or results of `simulate` (.nc)")
    scenario = shared.find_scenario(what[0], settings)
    if scenario is not None:
        model = scenario.nominal_model
        return Subject(model.robot, model.robot.name, model.motors, scenario=paths[0].resolve(), settings=settings)
    robot = shared.find_robot(what[0])
    from armillary.description import library

    name = what[0] if what[0] in library.names() else robot.name or paths[0].stem
    if q is None:
        return Subject(robot, name)
    from armillary.analysis.coordinates import configuration
    from armillary.multibody import build

    model = build.model(robot)
    return Subject(robot, name, q=configuration(model, numbers(model, "q", q)))
