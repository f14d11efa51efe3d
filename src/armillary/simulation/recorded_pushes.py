"""Pushes that a playable page has recorded, as a disturbance: forces on links and efforts at velocity coordinates.

    t [s],link,force x [N],force y [N],force z [N],point x [m],point y [m],point z [m],shoulder [N·m],elbow [N·m]
    0.08,fore.tip,1.5,0,-0.2,0,0,0,,
    0.09,,,,,,,,3.0,0
Each row holds from its time on. A row with a link is the force on this link, in world axes, at a point that moves with
the link; it holds until the next row of the same link. Links have the names of their joints. A row without a link has
efforts at velocity coordinates, which hold until the next such row. Before its first row everything is zero. The
efforts are those of `simulation.disturbances`.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from armillary.errors import ArgumentError, Problem, ScenarioError, printable
from armillary.files.arguments import listed, reals, rising
from armillary.files.kinds import kind_of_file, mistaken
from armillary.files.text import MIB, Source, csv_cells
from armillary.files.words import is_whole, shortened, unknown
from armillary.multibody import Model, as_model
from armillary.multibody.coordinates import velocity_names
from armillary.simulation.disturbances import PER_BODY, Disturbance, live_efforts, live_size
from armillary.simulation.parameters import settle
from armillary.simulation.references.time_law import piece
from armillary.spatial.scalar import Array, Scalar

PUSHES = Source("file of pushes", "pushes saved by a playable page", "docs/pages/play.md", ScenarioError, 64 * MIB)
HEAD = ("t [s]", "link", *(f"force {axis} [N]" for axis in "xyz"), *(f"point {axis} [m]" for axis in "xyz"))
POINT = 3
"""Place of the point behind the force of a link."""
UNIT = re.compile(r" \[[^\[\]]*\]$")


@dataclass(frozen=True)
class RecordedPushes(Disturbance):
    """Forces on links and efforts at velocity coordinates, each held from one time to the next.

    Args:
        times: Times from which rows hold, rising [s].
        places: Each link with a number from 0 to 5 (force, then point), or velocity coordinate with −1.
        rows: Values at these places for each time [N, m; N·m or N].
    """

    times: tuple[float, ...]
    places: tuple[tuple[str, int], ...]
    rows: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        count = len(listed("times", self.times, "rising times [s]"))
        times = rising("times", self.times, count) if count else ()
        if times and times[0] < 0:
            raise ArgumentError("times", shortened(times), "times from zero up [s]")
        expected = "pairs: a link with a number from 0 to 5, or a velocity coordinate with -1"
        places = listed("places", self.places, expected)
        if not all(_is_place(each) for each in places):
            raise ArgumentError("places", shortened(places), expected)
        rows = reals(self.rows)
        if (times or rows.size) and (rows.shape != (count, len(places)) or not np.all(np.isfinite(rows))):
            raise ArgumentError("rows", shortened(self.rows), f"{count} rows of {len(places)} finite numbers")
        settle(self, times=times, places=tuple((name, int(k)) for name, k in places))
        settle(self, rows=tuple(map(tuple, rows.tolist())) if times else ())

    def __repr__(self) -> str:
        where = ", ".join(dict.fromkeys(name for name, _ in self.places)) or "nothing"
        span = f", {self.times[0]:g} … {self.times[-1]:g} s" if self.times else ""
        return f"<RecordedPushes of {where}: {len(self.times)} times{span}>"

    def check(self, model: Model) -> None:
        """Raise an `ArgumentError` if the model lacks a link or a coordinate that is pushed."""
        self._places(as_model(model, "model"))

    @property
    def switches(self) -> tuple[float, ...]:
        """Times at which pushes change [s]."""
        return tuple(t for t in self.times if t > 0)

    def efforts(self, model: Model, q: Array, t: Scalar, inside: Scalar) -> Array:
        """Return the effort of the pushes at every velocity coordinate, shape (nv,) [N·m or N]."""
        values = np.zeros(live_size(model), dtype=object)
        if not self.times:
            return np.zeros(model.nv)
        columns = np.array(self.rows)
        first = np.where([k >= POINT for _, k in self.places], columns[0], 0.0)  # without a force
        table = np.vstack([first, columns])
        moving = np.flatnonzero(np.any(table != table[0], axis=0))
        at = self._places(model)
        for k, place in enumerate(at):
            values[place] = table[0, k]
        if len(moving):
            values[[at[k] for k in moving]] = piece(inside, self.times, table[:, moving].tolist())
        return live_efforts(model, q, values)

    def _places(self, model: Model) -> list[int]:
        """Return the places of the columns among the values of `live_efforts`."""
        links = {_shown(joint.name): PER_BODY * k for k, joint in enumerate(model.joints)}
        first = PER_BODY * len(model.bodies)
        speeds = {_shown(name): first + k for k, name in enumerate(velocity_names(model))}
        for name, k in ((_shown(name), k) for name, k in self.places):
            known = links if k >= 0 else speeds
            if name not in known:
                kind = "the joint of a link" if k >= 0 else "a velocity coordinate"
                raise ArgumentError("disturbances", *unknown(name, known, kind))
        return [links[_shown(name)] + k if k >= 0 else speeds[_shown(name)] for name, k in self.places]


def _shown(name: str) -> str:
    """Return a name as a page shows it, and writes it into the file."""
    return printable(name.strip())


def _is_place(value: object) -> bool:
    """Return whether a value is a name with a number from −1 to 5."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        return False
    return isinstance(value[0], str) and is_whole(value[1], -1) and value[1] < PER_BODY


def load_pushes(path: str | os.PathLike[str]) -> RecordedPushes:
    """Read pushes that a playable page has saved, for `disturbances` of `simulate` and `Scenario`.

    Args:
        path: The .csv file of the page's button "save pushes".

    Raises:
        ScenarioError: Lists every problem of the file, each with its line.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError("path", shortened(path), "the name of a file of pushes")
    return parse_pushes(PUSHES.read_text(path), os.fspath(path))


def parse_pushes(text: str, file: str | None = None) -> RecordedPushes:
    """Read pushes from the text of a file; `file` is its name in messages.

    Example:
        >>> rows = [",".join([*HEAD, "elbow [N·m]"]), "0.1,fore,0,5,0,0,0,0,", "0.2,,,,,,,,3.0", "0.3,,,,,,,,0"]
        >>> parse_pushes(chr(10).join(rows)).switches
        (0.1, 0.2, 0.3)
    """
    (first, head), *lines = csv_cells(text, file, PUSHES)
    names = [UNIT.sub("", each) for each in head[len(HEAD) :]]
    if tuple(head[: len(HEAD)]) != HEAD or len({*names}) < len(names):
        other = mistaken(file, kind_of_file(file), PUSHES.name) if file else None
        if other is not None:
            raise PUSHES.refused(file or "", *other)
        expected = f"{', '.join(HEAD)}, and a column for each velocity coordinate"
        raise ScenarioError([Problem("", f"the columns {shortened(', '.join(head))}", expected, "", file, first)])
    problems = list[Problem]()
    events = [_event(row, len(names), number, file, problems) for number, row in lines]
    for (before, *_), (after, *_), (line, _) in zip(events, events[1:], lines[1:], strict=False):
        if after < before:
            problems.append(Problem("", f"{after:g} s after {before:g} s", "rows in the order of time", "", file, line))
    if problems:
        raise ScenarioError(problems[:20], max(0, len(problems) - 20))
    return _held(events, names)


def _event(
    row: list[str], efforts: int, line: int, file: str | None, problems: list[Problem]
) -> tuple[float, str, list[float]]:
    """Return time, link and values of a row; its link is empty where it has efforts."""
    row = row + [""] * (len(HEAD) + efforts - len(row))
    link, push, rest = row[1], row[2 : len(HEAD)], row[len(HEAD) :]
    filled, empty = (push, rest) if link else (rest, push)
    numbers = [_number(each) for each in (row[0], *filled)]
    if not all(map(math.isfinite, numbers)) or numbers[0] < 0 or len(row) > len(HEAD) + efforts or any(empty):
        expected = "a time, and a link with force and point, or efforts at all velocity coordinates: finite numbers"
        problems.append(Problem("", shortened(",".join(row)), expected, "", file, line))
    return numbers[0], link, numbers[1:]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _held(events: Sequence[tuple[float, str, list[float]]], names: Iterable[str]) -> RecordedPushes:
    """Return the table of events in the order of time, each of which holds until the next one of its kind."""
    links = dict.fromkeys(link for _, link, _ in events if link)
    places = [(link, k) for link in links for k in range(PER_BODY)] + [(name, -1) for name in names]
    starts = {link: PER_BODY * k for k, link in enumerate(links)} | {"": PER_BODY * len(links)}
    now, rows = [0.0] * len(places), dict[float, tuple[float, ...]]()
    for _, link, values in reversed([event for event in events if event[1]]):
        # Links begin with their first point, so that most points never change.
        now[starts[link] + POINT : starts[link] + PER_BODY] = values[POINT:]
    for t, link, values in events:
        now[starts[link] : starts[link] + len(values)] = values
        rows[t] = tuple(now)
    kept = [k for k in range(len(places)) if places[k][1] >= 0 or any(row[k] for row in rows.values())]
    return RecordedPushes(
        tuple(rows), tuple(places[k] for k in kept), tuple(tuple(row[k] for k in kept) for row in rows.values())
    )
