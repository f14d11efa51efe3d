"""Intervals as events: efforts, currents and voltages at their limits, speeds beyond theirs, joints on end stops.

An effort counts as saturated from |τ| ≥ (1 − 10⁻⁹) limit on until it is below (1 − 10⁻³) limit: a value that rests at
its limit, where rounding and tolerances move it, is one interval. Recorded rows a and b say that an interval begins or
ends between them. Its instant is
    the edge e between a and b at which sampled efforts change, if it holds on one side of e and not on the other   (1)
    else where the effort crosses the limit between a, e and b, by bisection                                        (2)
with states by cubic Hermite interpolation of x and ẋ at the rows, and the numbers that change at instants as recorded.
Where several control instants lie between two rows, only those held at the rows are known, and e is the last one.
More than `MOST_INTERVALS` intervals of one quantity are one event, which counts them.

Speeds and efforts of end stops come from the steps of the solver (`walk.speeds`). Rows that lie closer than steps
locate a crossing of a speed better, again by cubic interpolation, and the greatest effort of a stop. Where steps were
not watched (momenta, GPUs), rows are all there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.program import evaluate
from armillary.compiler.threads import in_parts
from armillary.results.trajectory import Event
from armillary.simulation.drives.stops import CONTACT
from armillary.simulation.run import Recording, Simulation
from armillary.simulation.walk.speeds import FIELDS
from armillary.spatial.scalar import Floats

NEAR = 1e-9
"""Relative distance from its limit at which an effort counts as saturated."""
RELEASED = 1e-3
"""Relative distance from its limit below which an effort is not saturated any more."""
MOST_INTERVALS = 10
"""Intervals of one quantity that are separate events; more of them become one event with a count."""
MOST_LOCATED = 4096
"""Ends of intervals that are located between rows; beyond this count, the times of the rows are given."""
BISECTIONS = 45
PARTS = 32
"""Parts of an interval between rows in which the greatest effort of an end stop is looked for."""
RESOLVED = 2.0
"""Change of an effort between rows at its present rate, relative to the effort, up to which rows resolve a contact."""
AT_ONCE = 262_144
"""Greatest count of efforts that one thread looks at at a time: with fewer, threads wait for Python's lock."""

Whole = NDArray[np.int64]
Truth = NDArray[np.bool_]


class Intervals(NamedTuple):
    """Intervals in rows: the run, the column, the first and the last row of each, shapes (n,)."""

    runs: Whole
    columns: Whole
    first: Whole
    last: Whole


def saturations(
    simulation: Simulation,
    recording: Recording,
    values: Floats,
    most: Floats,
    names: Sequence[str],
    units: Sequence[str],
    what: str = "effort",
    port: str = "tau",
) -> list[Event]:
    """Return the intervals in which an effort, current or voltage is at its limit, as events.

    values (K, m), or (N, K, m) for a stack, are those of the output `port`; `most` are the limits, shape (m,) or
    (K, m), or like the values; the last axis is empty without limits. `names` and `units` are those of the columns.
    """
    if not most.shape[-1]:
        return []
    stacked = values.ndim == 3
    values = values if stacked else values[None]
    limits = np.broadcast_to(most, values.shape)
    batch = max(1, AT_ONCE // max(values[0].size, 1))

    def part(runs: slice) -> Intervals:
        intervals = _intervals(values[runs], limits[runs])
        return intervals._replace(runs=intervals.runs + runs.start)

    parts = in_parts(part, len(values), batch)
    intervals = Intervals(*(np.concatenate(fields) for fields in zip(*parts, strict=True)))
    if not len(intervals.runs):
        return []
    begins, ends = _Located(simulation, recording, port, values, limits).instants(intervals)
    series: dict[tuple[int, int], list[tuple[float, float, float]]] = {}  # (begin, end, limit) by run and column
    for run, column, first, begin, end in zip(*intervals[:3], begins, ends, strict=True):
        limit = float(limits[run, first, column])
        series.setdefault((int(run), int(column)), []).append((float(begin), float(end), limit))
    return list(_saturation_events(series, names, units, what, stacked))


def _saturation_events(
    series: dict[tuple[int, int], list[tuple[float, float, float]]],
    names: Sequence[str],
    units: Sequence[str],
    what: str,
    stacked: bool,
) -> Iterator[Event]:
    """Yield the events of intervals (begin [s], end [s], limit), which are given by run and column."""
    for (run, column), spans in sorted(series.items()):
        several = len(spans) > MOST_INTERVALS
        for begin, end, limit in [(spans[0][0], spans[-1][1], spans[0][2])] if several else spans:
            text = f"the {what} of {names[column]} is at its limit of {limit:.6g} {units[column]} "
            text += f"from t = {begin:.6g} s to {end:.6g} s"
            text += f" in {len(spans)} intervals" if several else ""
            count = len(spans) if several else 1
            yield Event(begin, "saturated", text, names[column], run if stacked else None, end, count)


def _intervals(values: Floats, limits: Floats) -> Intervals:
    """Return the intervals of saturation in rows (N, K, m)."""
    size = np.abs(values)
    at = (size >= limits * (1 - NEAR)) & (values != 0) & np.isfinite(limits)
    if not np.any(at):
        return Intervals(*(np.zeros(0, dtype=np.int64) for _ in range(4)))
    runs, columns = np.nonzero(at.any(axis=1))
    at = at[runs, :, columns]  # (series, K)
    near = at | (size[runs, :, columns] >= limits[runs, :, columns] * (1 - RELEASED))
    starts = near.copy()
    starts[:, 1:] &= ~near[:, :-1]
    number = np.cumsum(starts.ravel())  # the intervals of `near`, numbered through
    places = np.flatnonzero(at.ravel())
    _, first = np.unique(number[places], return_index=True)
    last = np.append(first[1:], len(places)) - 1
    series, row = np.divmod(places, at.shape[1])
    return Intervals(runs[series[first]], columns[series[first]], row[first], row[last])


class _Located:
    """Finds the instants at which intervals begin and end between recorded rows, (1), (2)."""

    def __init__(self, simulation: Simulation, recording: Recording, port: str, values: Floats, limits: Floats) -> None:
        self.simulation, self.recording, self.limits = simulation, recording, limits
        self.x = recording.x if recording.x.ndim == 3 else recording.x[None]
        self.changing = recording.changing if recording.changing.ndim == 3 else recording.changing[None]
        self.known = np.asarray(np.isfinite(self.x).all(axis=2) & np.isfinite(values).all(axis=2))
        ports = simulation.loop.equations.outputs.outputs
        self.place = [output.name for output in ports].index(port)
        self.sizes = [output.size for output in ports]

    def instants(self, intervals: Intervals) -> tuple[Floats, Floats]:
        """Return the beginnings and the ends of intervals [s]."""
        t = self.recording.t
        begins, ends = t[intervals.first].copy(), t[intervals.last].copy()
        runs, columns = intervals.runs, intervals.columns
        for times, a, inward in ((begins, intervals.first - 1, True), (ends, intervals.last, False)):
            inner = (a >= 0) & (a + 1 < len(t))
            inner[inner] &= self.known[runs[inner], a[inner]] & self.known[runs[inner], a[inner] + 1]
            inner[inner] &= self.recording.phase[a[inner]] == self.recording.phase[a[inner] + 1]
            if 0 < np.count_nonzero(inner) <= MOST_LOCATED:
                times[inner] = self._between(runs[inner], columns[inner], a[inner], inward)
        return begins, np.maximum(begins, ends)

    def _between(self, runs: Whole, columns: Whole, a: Whole, begins: bool) -> Floats:
        """Return the instants between the rows a and a + 1 at which intervals begin, or end."""
        edges, t = self.simulation.schedule.edges, self.recording.t
        segment = np.searchsorted(edges, self.recording.inside, side="right") - 1
        e = np.maximum(edges[segment[a + 1]], t[a])
        # Efforts jump at e if an edge lies between the rows; with several edges, only the last jump is known.
        jumps, several = segment[a + 1] > segment[a], segment[a + 1] > segment[a] + 1
        states = _Hermite(self, runs, a)
        limits = self.limits[runs, a + int(begins), columns] * (1 - NEAR)

        def holds(times: Floats, late: Truth) -> Truth:
            """Return whether values are at their limits; `late` with the numbers held at row a + 1."""
            values = self._values(runs, np.where(late, a + 1, a), times, states(times))
            return np.asarray(np.abs(values[np.arange(len(runs)), columns]) >= limits)

        after = holds(e, np.ones(len(runs), dtype=bool))
        before = holds(e, np.zeros(len(runs), dtype=bool))
        later = jumps & (after != begins)  # it begins (ends) after e
        earlier = jumps & ~later & ~several & (before == begins)
        late = later | ~jumps
        low, high = np.where(later, e, t[a]), np.where(earlier, e, t[a + 1])
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            holds_at_middle = holds(middle, late) == begins
            low, high = np.where(holds_at_middle, low, middle), np.where(holds_at_middle, middle, high)
        return np.where(jumps & ~later & ~earlier, e, high)

    def _values(self, runs: Whole, row: Whole, times: Floats, x: Floats) -> Floats:
        """Return the output at states x (n, size) with the numbers that are held at rows, (n, m)."""
        phase = self.recording.phase[row]
        outputs = [np.empty((len(runs), size)) for size in self.sizes]
        clock, p = np.stack([times, self.recording.inside[row]], axis=1), self.p(runs, row)
        for k in np.unique(phase).tolist():
            chosen = np.flatnonzero(phase == k)
            parts = [np.empty((len(chosen), size)) for size in self.sizes]
            self.simulation.equations(k).output_kernel.batch(
                clock[chosen], np.ascontiguousarray(x[chosen]), p[chosen], *parts
            )
            for output, part in zip(outputs, parts, strict=True):
                output[chosen] = part
        return outputs[self.place]

    def p(self, runs: Whole, row: Whole) -> Floats:
        """Return the parameters of runs with the numbers that are held at rows, shape (n, size)."""
        loop = self.simulation.loop
        p = loop.p(runs) if loop.stacked else np.tile(loop.p(), (len(runs), 1))
        p[:, : self.changing.shape[2]] = self.changing[runs, row]
        return np.ascontiguousarray(p)


class _Hermite:
    """States between the rows a and a + 1 of some runs, by cubic Hermite interpolation."""

    def __init__(self, located: _Located, runs: Whole, a: Whole) -> None:
        recording = located.recording
        self.t0, self.t1 = recording.t[a], recording.t[a + 1]
        self.ends = [located.x[runs, row] for row in (a, a + 1)]
        self.rates = [np.zeros_like(self.ends[0]) for _ in self.ends]
        for row, x, rate in zip((a, a + 1), self.ends, self.rates, strict=True):
            for phase in np.unique(recording.phase[row]).tolist():
                chosen = np.flatnonzero(recording.phase[row] == phase)
                clock = np.stack([recording.t[row[chosen]], recording.inside[row[chosen]]], axis=1)
                inputs = {"clock": clock, "x": x[chosen], "p": located.p(runs[chosen], row[chosen])}
                with np.errstate(all="ignore"):
                    rate[chosen] = evaluate(located.simulation.equations(phase).program, inputs)["dx"]

    def __call__(self, times: Floats) -> Floats:
        """Return the states at times, one for each pair of rows."""
        h = self.t1 - self.t0
        return _cubic((times - self.t0) / np.where(h > 0, h, 1.0), h, *self.ends, *self.rates)


def _cubic(s: Floats, h: Floats, x0: Floats, x1: Floats, v0: Floats, v1: Floats) -> Floats:
    """Return the cubic through x0 and x1, with the rates v0 and v1, at the fractions s (n,) of intervals h (n,)."""
    column = (slice(None), *[None] * (x0.ndim - 1))
    s, h = s[column], h[column]
    return np.asarray(
        (1 + 2 * s) * (1 - s) ** 2 * x0 + s**2 * (3 - 2 * s) * x1 + h * s * (1 - s) * ((1 - s) * v0 - s * v1)
    )


class Excess(NamedTuple):
    """Speeds, or efforts of end stops, beyond their limits by run, shapes (N, m): `walk.speeds` has the fields."""

    first: Floats
    last: Floats
    greatest: Floats
    when: Floats
    intervals: Floats


def speeding(simulation: Simulation, recording: Recording, qd: Floats, qdd: Floats) -> Excess:
    """Return first and last instant beyond the limit, greatest speed with its time, and number of intervals, by run."""
    limited = list(simulation.limited)
    limits = np.stack([simulation.speed_limits(k) for k in range(len(simulation.loop.phases))])[
        recording.phase
    ]  # (K, m)
    v, rate = (array[..., limited] if array.ndim == 3 else array[None][..., limited] for array in (qd, qdd))
    motion = _Motion(recording.t, np.abs(v), np.sign(v) * rate, limits)
    return _excess(motion, recording.speeds[..., : len(limited)], refine=True)


def stopping(simulation: Simulation, recording: Recording, q: Floats, qd: Floats, qdd: Floats) -> Excess:
    """Return first contact and last release, greatest effort with its time, and number of contacts, by run and side."""
    parts = q, qd, qdd = [array if array.ndim == 3 else array[None] for array in (q, qd, qdd)]
    shape = (*q.shape[:2], len(simulation.sides()))
    efforts, rates = np.full(shape, -1.0), np.zeros(shape)
    for phase in np.unique(recording.phase).tolist():
        of_phase = np.flatnonzero(recording.phase == phase)
        for k, side in enumerate(simulation.sides(phase).values()):
            places = zip(parts, (side.q, side.v, side.v), strict=True)
            now = [array[:, of_phase, place] for array, place in places]
            efforts[:, of_phase, k], rates[:, of_phase, k] = side.effort(*now[:2]), side.effort_rate(*now)
    motion = _Motion(recording.t, efforts, rates, np.zeros(efforts.shape[1:]))
    # Adaptive steps end at the kinks of an effort, which a cubic through rows would miss.
    return _with_peaks(motion, _excess(motion, recording.speeds[..., len(simulation.limited) :], refine=False))


def _with_peaks(motion: _Motion, contacts: Excess) -> Excess:
    """Return contacts with the greatest effort of the cubics through the rows next to the greatest recorded one.

    Rows that do not resolve a contact are left out.
    """
    greatest, when = contacts.greatest.copy(), contacts.when.copy()
    runs, k = np.nonzero(contacts.intervals > 0)
    row = np.argmax(np.where(np.isfinite(motion.s[runs, :, k]), motion.s[runs, :, k], -1.0), axis=1)
    for a in (row - 1, row):
        inner = (a >= 0) & (a + 1 < len(motion.t))
        run, side, a = runs[inner], k[inner], a[inner]
        h = motion.t[a + 1] - motion.t[a]
        ends = [array[run, a + j, side] for array in (motion.s, motion.rate) for j in (0, 1)]
        # Contact begins and ends with a kink and with large rates: a cubic through rows far apart would overshoot.
        resolved = np.all(h * np.abs(ends[2:]) <= RESOLVED * np.array(ends[:2]), axis=0)
        for part in np.linspace(0, 1, PARTS + 1)[1:-1]:
            value = _cubic(np.full(len(a), part), h, *ends)
            more = resolved & (value > greatest[run, side])
            greatest[run[more], side[more]] = value[more]
            when[run[more], side[more]] = (motion.t[a] + part * h)[more]
    return contacts._replace(greatest=greatest, when=when)


def _excess(motion: _Motion, fields_by_step: Floats, refine: bool) -> Excess:
    """Return the excess that the steps have seen, (…, fields, m), completed by that of the rows; m = 0: rows alone."""
    count = fields_by_step.shape[-1]
    if not count:
        return motion.excess()
    fields = dict(zip(FIELDS, np.moveaxis(fields_by_step.reshape(-1, len(FIELDS), count), 1, 0), strict=True))
    by_step = fields["count"] > 0
    seen, end = motion.excess(~by_step), motion.end[:, None]
    first, last = fields["first"], fields["last"]
    if refine:
        first = motion.refined(first, fields["first_step"], rising=True)
        last = motion.refined(last, fields["last_step"], rising=False)
    first, last = np.minimum(first, end), np.minimum(last, end)
    greater = seen.greatest > fields["greatest"]
    return Excess(
        np.where(by_step, first, seen.first),
        np.where(by_step, np.where(fields["before"] > fields["limit"], end, last), seen.last),
        np.where(greater, seen.greatest, fields["greatest"]),
        np.where(greater, seen.when, fields["when"]),
        np.where(by_step, fields["count"], seen.intervals),
    )


class _Motion:
    """Recorded speeds, or efforts of stops, and their rates (N, K, m), with their limits (K, m)."""

    def __init__(self, t: Floats, s: Floats, rate: Floats, limits: Floats) -> None:
        self.t, self.s, self.rate, self.limits = t, s, rate, limits
        known = np.asarray(np.isfinite(s).all(axis=2))
        self.end = t[known.shape[1] - 1 - np.argmax(known[:, ::-1], axis=1)]
        """Time of the last row of each run (N,) [s]."""

    def excess(self, located: Truth | None = None) -> Excess:
        """Return the excess in the rows; crossings are located between rows where `located` (N, m) is true."""
        t, over = self.t, self.s > self.limits
        starts = over.copy()
        starts[:, 1:] &= ~over[:, :-1]
        first, last = np.argmax(over, axis=1), over.shape[1] - 1 - np.argmax(over[:, ::-1], axis=1)
        begins, ends, some = t[first], t[last], over.any(axis=1)
        some = some if located is None else some & located
        for times, rows in ((begins, first - 1), (ends, last)):
            runs, k = np.nonzero(some & (rows >= 0) & (rows + 1 < len(t)))
            times[runs, k] = self._crossings(runs, rows[runs, k], k)
        filled = np.where(np.isfinite(self.s), self.s, -1.0)
        row = np.argmax(filled, axis=1)
        greatest = np.take_along_axis(filled, row[:, None], axis=1)[:, 0]
        return Excess(begins, np.minimum(ends, self.end[:, None]), greatest, t[row], starts.sum(axis=1).astype(float))

    def refined(self, at: Floats, step: Floats, rising: bool) -> Floats:
        """Return crossings `at` (N, m) [s], by rows around them where these lie closer than its step."""
        refined, last = at.copy(), len(self.t) - 2
        near = np.searchsorted(self.t, at) - 1
        for offset in (-1, 1, 0):
            a = np.clip(near + offset, 0, last)
            runs, k = np.nonzero((step > 0) & (self.t[a + 1] - self.t[a] <= step) & (last >= 0))
            rows = a[runs, k]
            before, after = (self.s[runs, rows + j, k] > self.limits[rows, k] for j in (0, 1))
            crosses = (after & ~before if rising else before & ~after) & np.isfinite(self.s[runs, rows + 1, k])
            runs, rows, k = runs[crosses], rows[crosses], k[crosses]
            times = self._crossings(runs, rows, k)
            close = np.abs(times - at[runs, k]) <= step[runs, k]
            refined[runs[close], k[close]] = times[close]
        return refined

    def _crossings(self, runs: Whole, a: Whole, k: Whole) -> Floats:
        """Return when speeds cross their limits between the rows a and a + 1 [s], by bisection of the cubic."""
        if not len(a):
            return self.t[a]
        h, low, high = self.t[a + 1] - self.t[a], np.zeros(len(a)), np.ones(len(a))
        ends = [array[runs, a + j, k] for array in (self.s, self.rate) for j in (0, 1)]
        rising = ends[1] > ends[0]
        limits = np.where(rising, self.limits[a + 1, k], self.limits[a, k])
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            holds_at_middle = (_cubic(middle, h, *ends) > limits) == rising
            low, high = np.where(holds_at_middle, low, middle), np.where(holds_at_middle, middle, high)
        return np.asarray(self.t[a] + h * high)


def speed_events(
    simulation: Simulation, speeds: Excess, names: Sequence[str], units: Sequence[str], stacked: bool
) -> list[Event]:
    """Return an event for each joint of each run whose speed exceeds its limit."""
    events: list[Event] = []
    for run, k in np.argwhere(speeds.intervals > 0).tolist():
        first, last, greatest, when, count = (float(field[run, k]) for field in speeds)
        joint, unit = names[simulation.limited[k]], units[simulation.limited[k]]
        limit = float(simulation.speed_limits(simulation.loop.phase(first))[k])
        use = f", at most {greatest:.6g} {unit}"
        # With several plant models the greatest speed may belong to another limit: no ratio then.
        use += f" ({greatest / limit:.3g} times the limit)" if limit > 0 and len(simulation.loop.phases) == 1 else ""
        text = f"the speed of {joint} exceeds its limit of {limit:.6g} {unit} from t = {first:.6g} s to {last:.6g} s"
        text += f" in {count:g} intervals" if count > 1 else ""
        text += f"{use} at t = {when:.6g} s"
        events.append(Event(first, "speed", text, joint, run if stacked else None, last, int(count)))
    return events


def stop_events(
    simulation: Simulation, contacts: Excess, names: Sequence[str], units: Mapping[str, Sequence[str]], stacked: bool
) -> list[Event]:
    """Return an event for each side of an end stop of each run that a joint meets."""
    events: list[Event] = []
    keys = list(simulation.sides())
    for run, k in np.argwhere(contacts.intervals > 0).tolist():
        first, last, greatest, when, count = (float(field[run, k]) for field in contacts)
        side = simulation.sides(simulation.loop.phase(first))[keys[k]]
        joint, which = names[side.v], "upper" if side.sign > 0 else "lower"
        which += " rigid" * side.rigid
        text = f"{joint} is on its {which} stop at {side.limit:.6g} {units['q'][side.q]} from t = {first:.6g} s to "
        text += f"{last:.6g} s" + (f" in {count:g} contacts" if count > 1 else "")
        if not side.rigid or greatest > CONTACT:  # a joint at rest on a rigid stop has no impact
            text += f", with at most {greatest:.6g} {units['qd' if side.rigid else 'tau'][side.v]} at t = {when:.6g} s"
        events.append(Event(first, "stop", text, joint, run if stacked else None, last, int(count)))
    return events
