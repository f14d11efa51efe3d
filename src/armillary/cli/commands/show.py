"""`armillary show`: a robot, a scenario or results, as tables, a figure, a film, a page, or on the live page.

The suffix of --output selects the form; without --output, tables are printed. An option that does not apply to the
form is an error, which names where it applies.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click
from click.core import ParameterSource

from armillary.cli import options as shared
from armillary.cli.coordinates import numbers, q_option
from armillary.cli.loops import find_loop, loop_options, start_setting
from armillary.cli.names import CHARTS
from armillary.cli.outputs import check_files
from armillary.cli.reading import reading_options
from armillary.errors import ArgumentError
from armillary.files.kinds import FILMS, PAGES, PICTURES

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario
    from armillary.viewer.subject import Subject

Kind = Literal["robot", "scenario", "result"]
Form = Literal["tables", "figure", "film", "page", "live"]

FORMS: dict[Form, str] = {
    "tables": "tables",
    "figure": "a figure (-o FILE.png)",
    "film": "a film (-o FILE.gif)",
    "page": "a page (-o FILE.html)",
    "live": "the live page (--live)",
}
"""Forms as messages name them."""
EVERY = tuple(FORMS)
MOVABLE = ("robot", "scenario")
ALL = ("robot", "scenario", "result")
APPLIES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "what": (("figure",), ("result",)),
    "fps": (("film",), ("result",)),
    "speed": (("film",), ("result",)),
    "exaggerate": (("film",), ("result",)),
    "frame": (("film",), ("result",)),
    "title": (("figure", "page"), ALL),
    "play": (("page",), ("result",)),
    "compare": (("page",), MOVABLE),
    "free": (("page",), ("robot",)),
    "limits": (("page",), ("robot",)),
    "q": (("figure", "page", "live"), MOVABLE),
    "port": (("live",), ALL),
    "no_browser": (("live",), ALL),
    "settings": (EVERY, MOVABLE),
    "strict": (EVERY, MOVABLE),
    "root": (EVERY, ("robot",)),
    "base": (EVERY, ("robot",)),
    "trusted": (EVERY, ("robot",)),
    "xacro_arg": (EVERY, ("robot",)),
}
"""Forms and things for which an option has a meaning; other options apply always."""

EXAMPLES = (
    "\b\n"
    "-o         .png .svg .pdf          .gif .mp4   .html\n"
    "robot      picture, at --q                     page on which a first move runs\n"
    "scenario   picture, at its start               page on which its closed loop runs\n"
    "results    charts                  film        report: animation, plots, tables\n\n"
    f"{shared.listed('Charts', CHARTS)}\n\n"
    "\b\nExamples:\n  armillary show panda\n  armillary show swing.toml --json\n"
    "  armillary show panda --q 0,0,0,-90deg,0,90deg,0 -o panda.png\n  armillary show panda -o panda.html\n"
    "  armillary show go2.xml --base free -o go2.html\n"
    "  armillary show swing.toml --set controller.kp=300 --compare softer.toml -o swing.html\n"
    "  armillary show swing.nc softer.nc -o compared.pdf --what joints,torques,drift\n"
    "  armillary show swing.nc -o swing.mp4 --speed 0.2 --exaggerate 10\n"
    "  armillary show swing.nc softer.nc -o compared.html --title 'A swing'\n"
    "  armillary show panda --live\n  armillary show full.nc reflected.nc --live\n"
    "  armillary show swing.toml --live --port 8123 --no-browser"
)


@click.command(epilog=EXAMPLES)
@click.argument("things", metavar="THING...", nargs=-1, required=True, type=shared.ROBOT)
@shared.file_option(
    "--output", "-o", help="Write a figure (.png, .svg, .pdf), a film (.gif, .mp4 with ffmpeg) or a page (.html)."
)
@click.option("--live", is_flag=True, help="Open a live page on this computer; Ctrl-C ends it.")
@q_option
@shared.set_option
@click.option("--what", metavar="NAMES", help="Figure: charts, from the list below; default: the usual ones.")
@click.option("--title", help="Figure, page: heading; default: the names of the robots.")
@click.option("--fps", type=shared.FiniteFloat(min=0.1, max=100), default=25.0, help="Film: pictures per second.")
@click.option("--speed", type=shared.POSITIVE, default=1.0, help="Film: simulated seconds per second.")
@click.option("--exaggerate", type=shared.POSITIVE, default=1.0, help="Film: factor on the deformation of links.")
@click.option("--frame", default="tip", help="Film: frame whose path is drawn.")
@click.option("--play/--no-play", default=True, help="Report: whether it can run the first result on, where possible.")
@shared.names_option(
    "--compare", help="Playable page: motor models (full, reflected, none) or scenario files that move as ghosts."
)
@loop_options
@click.option("--port", type=click.IntRange(1, 65535), help="Live page: port; default: the first free one from 8080.")
@click.option("--no-browser", is_flag=True, help="Live page: print the address and open no browser.")
@reading_options
@shared.json_option
def command(
    things: tuple[str, ...],
    output: Path | None,
    live: bool,
    q: str | None,
    settings: tuple[str, ...],
    port: int | None,
    no_browser: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Show THING: a robot, a scenario, or results of `simulate` (.nc), several of which are compared.

    THING is a name of the library or a file. Tables go to the screen; -o draws or writes a file, whose suffix says
    what. A ROBOT on a page makes a first move under PD control with gravity compensation; with --free it moves under
    gravity alone. A floating base is fixed where it starts; --base free lets it float.

    --live opens a page with joints as sliders, modes and runs. The second of several results is shown as the ghost of
    the first; a scenario is run at once.
    """
    kind = kind_of(things)
    form = _form(things, kind, output, live)
    _check_options(kind, form)
    with shared.arguments_as_options(ROBOT="THING"):
        if form == "live":
            _live(things, settings, q, port, no_browser, as_json)
        elif kind == "result":
            _show_results([Path(thing) for thing in things], form, output, as_json, options)
        elif form == "page":
            _playable_page(things[0], settings, q, output or Path(), as_json, options)
        elif kind == "scenario":
            _show_scenario(things[0], settings, q, output, as_json, options["title"])
        else:
            _show_robot(things[0], q, output, as_json, options["title"])


def kind_of(things: tuple[str, ...]) -> Kind:
    """Return what the arguments name: results (.nc), or one scenario or robot."""
    results = [thing for thing in things if Path(thing).suffix.lower() == ".nc"]
    if len(results) == len(things):
        return "result"
    if len(things) > 1:
        raise ArgumentError("THING", ", ".join(things), "one robot or scenario, or results of `simulate` (.nc)")
    return "scenario" if shared.names_scenario(things[0]) else "robot"


def _form(things: tuple[str, ...], kind: Kind, output: Path | None, live: bool) -> Form:
    """Return the form that --output and --live ask for; the place of a file is checked before anything is computed."""
    if live and output is not None:
        raise ArgumentError("--output", "together with --live", "one of them")
    if output is None:
        return "live" if live else "tables"
    check_files({"--output": output}, {"--output": (*PICTURES, *FILMS, *PAGES)})
    suffix = output.suffix.lower()
    if suffix in PICTURES:
        check_files({"--output": output}, {"--output": PICTURES})  # matplotlib is there
        return "figure"
    if suffix in PAGES:
        return "page"
    if kind != "result":
        hint = f"`armillary simulate {things[0]} -o motion.nc` computes one"
        raise ArgumentError("--output", f"{output} for the {kind} {things[0]}", "a result (.nc) for a film", hint)
    return "film"


def _check_options(kind: Kind, form: Form) -> None:
    """Reject options of the command line that have no meaning for what is shown."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        forms, kinds = APPLIES.get(name, (EVERY, ALL))
        typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if typed and (form not in forms or kind not in kinds):
            places = "" if forms == EVERY else " or ".join(FORMS[place] for place in FORMS if place in forms) + " of "
            expected = f"{places}a {' or a '.join(kinds)}"
            raise ArgumentError(max(parameter.opts, key=len), f"given for {FORMS[form]} of a {kind}", expected)


def _show_robot(thing: str, q: str | None, output: Path | None, as_json: bool, title: str | None) -> None:
    """Show the tables of a robot, or draw it at q."""
    from armillary.multibody import build

    model = build.model(shared.find_robot(thing))
    if output is not None:
        with shared.arguments_as_options("q"):
            _draw(model.plot(numbers(model, "q", q)), output, as_json, title)
        return
    from armillary.analysis.robot_tables import robot_data, tables_of
    from armillary.tables.table import Table

    parts = tables_of(model)
    tables = [part.to_json() for part in parts if isinstance(part, Table)]
    shared.answer(as_json, robot_data(model) | {"tables": tables}, *parts, heading=model.robot.name)


def _show_scenario(
    thing: str, settings: tuple[str, ...], q: str | None, output: Path | None, as_json: bool, title: str | None
) -> None:
    """Show the tables of a scenario, or draw its robot where it starts."""
    from armillary.analysis.scenario_tables import scenario_data, tables_of

    scenario = find_loop(thing, settings, q0=q, option="q")
    model = scenario.plant_model
    if output is None:
        shared.answer(as_json, scenario_data(scenario), *tables_of(scenario), heading=repr(scenario).strip("<>"))
    else:
        _draw(model.plot(scenario.starts[0, : model.nq]), output, as_json, title)


def _draw(figure: Any, output: Path, as_json: bool, title: str | None) -> None:
    """Write a figure, and name its charts if it has any; `title` replaces its own."""
    from armillary.figures import save_plot
    from armillary.figures.draw import shown
    from armillary.figures.style import TITLE

    if title is not None:
        figure.suptitle(shown(title), fontsize=TITLE)

    save_plot(figure, output, "--output")
    charts = [heading for axes in figure.axes if (heading := axes.get_title(loc="left"))]
    count = f" ({len(charts)} chart{'s' * (len(charts) != 1)})" if charts else ""
    shared.answer(as_json, {"written": str(output), "charts": charts}, line=f"written: {output}{count}")


def _playable_page(
    thing: str, settings: tuple[str, ...], q: str | None, output: Path, as_json: bool, options: dict[str, Any]
) -> None:
    """Write a page on which the closed loop of a robot or a scenario runs."""
    from armillary.pages.play import play

    scenario = find_loop(thing, settings, q0=q, option="q", free=options["free"], limits=options["limits"])
    names = options["compare"]
    motors = [name for name in names if name in shared.MOTORS]
    with shared.arguments_as_options(THING="--compare", ROBOT="--compare"):
        ghosts = _ghosts([name for name in names if name not in shared.MOTORS])
    if motors and ghosts:
        raise ArgumentError("--compare", ", ".join(names), "motor models, or scenario files, not both")
    with shared.arguments_as_options("title", "compare", path="--output"):
        play(scenario, output, title=options["title"], compare=ghosts or motors)
    _answer_page(output, {"robot": scenario.plant_model.robot.name}, as_json)


def _ghosts(files: list[str]) -> dict[str, Scenario]:
    """Return the scenarios of the ghosts by the names of their files, with folders where two files share a name."""
    names = labels([Path(file) for file in files])
    if repeated := [name for name in names if names.count(name) > 1]:
        raise ArgumentError("--compare", f"{repeated[0]} twice", "each scenario once")
    return {name: find_loop(file) for name, file in zip(names, files, strict=True)}


def _answer_page(output: Path, data: dict[str, Any], as_json: bool) -> None:
    size = output.stat().st_size
    line = f"written: {output} ({size / 1e6:.2f} MB); open it in a browser"
    shared.answer(as_json, {"written": str(output), "bytes": size} | data, line=line)


def _show_results(files: list[Path], form: Form, output: Path | None, as_json: bool, options: dict[str, Any]) -> None:
    """Show, draw, film or report results of `simulate`."""
    from armillary.results import Trajectory

    if output is None:
        _result_tables(files, as_json)
    elif form == "page":
        from armillary.pages.report import MOST_RUNS, report

        if len(files) > MOST_RUNS:
            raise ArgumentError("THING", f"{len(files)} results", f"1 to {MOST_RUNS}", "make several pages")
        with shared.arguments_as_options("title", path="--output", results="THING"):
            report(files, output, title=options["title"], play=options["play"])
        _answer_page(output, {"runs": [str(file) for file in files]}, as_json)
    elif form == "figure":
        from armillary.figures import plot

        motions = [Trajectory.load(file) for file in files]
        what = None if options["what"] is None else shared.split_names(options["what"])
        with shared.arguments_as_options("what"):
            figure = plot(*motions, what=what, names=labels(files))
        _draw(figure, output, as_json, options["title"])
    else:
        if len(files) > 1:
            raise ArgumentError("THING", f"{len(files)} results", "one: a film shows one motion")
        _film(Trajectory.load(files[0]), output, as_json, options)


def _result_tables(files: list[Path], as_json: bool) -> None:
    """Show facts and events of results, and how the others differ from the first."""
    from armillary.results import Trajectory
    from armillary.results.summary import extent, run_data, tables_of
    from armillary.tables.parts import Part, Text

    motions = [Trajectory.load(file) for file in files]
    parts: list[Part] = []
    for file, motion in zip(files, motions, strict=True):
        parts += [Text(f"{file}: {motion.robot.name}, {extent(motion)}", "heading"), *tables_of(motion)]
    if len(files) > 1 and not any(motion.stacked for motion in motions):
        from armillary.pages.run_tables import differences_table

        parts += differences_table(motions, labels(files))
    data = [{"file": str(file)} | run_data(motion) for file, motion in zip(files, motions, strict=True)]
    shared.answer(as_json, data, *parts)


def _film(motion: Any, output: Path, as_json: bool, options: dict[str, Any]) -> None:
    """Write a film of a motion: the robot as a stick figure."""
    from armillary.cli.progress import late_bar
    from armillary.figures import animate

    fps = options["fps"]
    chosen = {name: options[name] for name in ("fps", "speed", "exaggerate", "frame")}
    with shared.arguments_as_options(*chosen, path="--output"), late_bar("drawing") as progress:
        count = animate(motion, output, progress=progress, **chosen)
    data = {"written": str(output), "frames": count, "fps": fps, "seconds": count / fps}
    shared.answer(as_json, data, line=f"written: {output} ({count} frames, {count / fps:.3g} s)")


def labels(files: list[Path]) -> list[str]:
    """Return the names of files, with the folders of those whose names are equal."""
    stems = [file.stem for file in files]
    return [str(file) if stems.count(file.stem) > 1 else file.stem for file in files]


def _live(
    things: tuple[str, ...],
    settings: tuple[str, ...],
    q: str | None,
    port: int | None,
    no_browser: bool,
    as_json: bool,
) -> None:
    """Serve the live page until Ctrl-C or SIGTERM."""
    from armillary.viewer.server import viser

    viser()  # an extra that is not installed is reported before files are read
    subject = subject_of(things, settings, q)
    from armillary.viewer.page import Page

    with shared.arguments_as_options("port"):
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


def subject_of(things: tuple[str, ...], settings: tuple[str, ...] = (), q: str | None = None) -> Subject:
    """Return the subject of the live page: results (.nc), or one robot or scenario, at q."""
    from armillary.viewer.subject import Subject

    kind = kind_of(things)
    paths = [Path(thing) for thing in things]
    if kind == "result":
        from armillary.results import Trajectory

        results = [Trajectory.load(path).single() for path in paths]
        return Subject.of_results(dict(zip(labels(paths), results, strict=True)))
    if kind == "scenario":
        scenario = find_loop(things[0], settings)
        if q is not None:
            settings = (*settings, start_setting(scenario, "q", q))
            scenario = find_loop(things[0], settings)
        model = scenario.nominal_model
        # The run is another process, which may have another folder; a name of the library is no path.
        file = paths[0].resolve() if paths[0].exists() else paths[0]
        return Subject(model.robot, model.robot.name, model.motors, scenario=file, settings=settings)
    robot = shared.find_robot(things[0])
    from armillary.description import library

    name = things[0] if things[0] in library.names() else robot.name or paths[0].stem
    if q is None:
        return Subject(robot, name)
    from armillary.multibody import build
    from armillary.multibody.configuration import configuration

    model = build.model(robot)
    with shared.arguments_as_options("q"):
        return Subject(robot, name, q=configuration(model, numbers(model, "q", q)))
