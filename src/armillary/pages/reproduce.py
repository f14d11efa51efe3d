"""How to get a run again: commands, and the robot as a file."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Sequence

from armillary import __version__
from armillary.description.toml.write import to_toml
from armillary.pages.markup import Markup, details, joined, notes, tag
from armillary.results.trajectory import Trajectory


def reproduce_section(runs: Sequence[Trajectory], names: Sequence[str]) -> Markup:
    """Return what it takes to compute the runs again."""
    python = ".".join(platform.python_version_tuple()[:2])
    made = f"This page was made by armillary {__version__} with Python {python}."
    return joined([tag("p", made), *(_run(run, name) for run, name in zip(runs, names, strict=True))])


def _run(run: Trajectory, name: str) -> Markup:
    scenario, text = run.info.get("scenario"), run.info.get("scenario_text")
    known = isinstance(text, str) and text
    file = scenario if isinstance(scenario, str) and scenario else ""
    parts: list[Markup] = [tag("h3", name)]
    if file or known:
        commands = f"armillary simulate {shlex.quote(file or 'scenario.toml')} -o motion.nc\n"
        parts.append(tag("pre", commands + "armillary report motion.nc -o page.html", tabindex="0"))
    if known:
        parts.append(_file("scenario file", "scenario.toml", str(text)))
    elif file:
        parts.append(notes([f"The result names its scenario, {file}, but does not hold it: keep that file with it."]))
    else:
        said = "This run came from Python, by arm.simulate; what it was told beyond the table above is in that program."
        parts.append(notes([said]))
    parts.append(_file("robot file", "robot.toml", to_toml(run.robot)))
    for k, (t, model) in enumerate(run.changes):
        parts.append(_file(f"robot file from {t:g} s on", f"robot-{k + 2}.toml", to_toml(model.robot)))
    return joined(parts)


def _file(what: str, name: str, content: str) -> Markup:
    save = tag("button", f"save as {name}", type="button", data_save=name)
    return details(f"{what}: {name}", save, tag("pre", content, tabindex="0", aria_label=what))
