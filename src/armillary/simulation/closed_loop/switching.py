"""Joints that stick and slip, gears with backlash, rigid end stops: modes in the state, margins as a program.

Events (`native.events`) change the modes.

Dry friction at a velocity coordinate k has the effort F_k(s) against motion in the direction s = ±1: the sum of all
laws without bristles there, losses of gears included. Its mode m is a state that only events change:
    m = ±1   slips in this direction:   friction F_k(m),   margin m v;   m v̇ at v = 0                      (1)
    m = 0    sticks:   v = v̇ = 0,   margin min(F_k(1) − r, r − F_k(−1)) at v = 0                            (2)
with r, the effort that friction must hold, from inverse dynamics at the accelerations of the robot that is held at all
joints that stick. A mode (1) ends in (2), with v set to zero, and that in (1) with the direction in which r drives.
At rest both margins are positive in one mode alone, since forward dynamics is monotonous in the efforts of friction.
A joint with r within a relative distance `SURE` of breakaway sticks.                                       (3)
While all joints stick nothing moves, and an adaptive solver would step over loads that come and go. Each joint that
sticks therefore has the impulse of its load as a state, whose error the solver controls.                  (4)
The modes of gears with backlash follow those of friction (`drives.backlash`), and those of rigid stops follow them
(`closed_loop.impacts`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from armillary.compiler.choose import cheapest
from armillary.compiler.program import Program, record
from armillary.expr.graph import Graph
from armillary.expr.pointwise import less, minimum, where
from armillary.multibody import Model
from armillary.simulation.closed_loop.impacts import SURE, Impacts
from armillary.simulation.closed_loop.state import Layout
from armillary.spatial.scalar import Array, Floats, Scalar, magnitude

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.closed_loop import ClosedLoop
    from armillary.simulation.closed_loop.instant import Instant

ROUNDS = 16
"""Changes of mode at one instant, for each element and trajectory, after which a run goes on."""


@dataclass(frozen=True)
class Switching:
    """The elements with modes: velocity coordinates that stick, motors whose gears have backlash, rigid end stops.

    They are those of all plants of a run; the stops are given by their velocity coordinates.
    """

    sticking: tuple[int, ...] = ()
    gaps: tuple[str, ...] = ()
    rigid: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """Number of modes."""
        return len(self.sticking) + len(self.gaps) + len(self.rigid)

    @property
    def sizes(self) -> tuple[int, int]:
        """Number of modes and of impulses, (4)."""
        return self.count, len(self.sticking) + len(self.rigid)

    @property
    def lockable(self) -> tuple[int, ...]:
        """Velocity coordinates that friction or a rigid stop may hold."""
        return tuple(sorted({*self.sticking, *self.rigid}))

    def split(self, modes: Array) -> tuple[dict[int, Scalar], dict[str, Scalar], dict[int, Scalar]]:
        """Return modes by coordinate that sticks, by motor with backlash and by coordinate with a rigid stop."""
        gaps = len(self.sticking)
        rigid = gaps + len(self.gaps)
        return (
            dict(zip(self.sticking, modes[:gaps], strict=True)),
            dict(zip(self.gaps, modes[gaps:rigid], strict=True)),
            dict(zip(self.rigid, modes[rigid : self.count], strict=True)),
        )

    def elements(self, layout: Layout) -> tuple[tuple[int, int | None], ...]:
        """Return the places in the state of each mode, and of the rate that is zero in mode 0."""
        held = tuple((layout.m.start + e, layout.v.start + k) for e, k in enumerate(self.sticking))
        return held + tuple((layout.m.start + e, None) for e in range(len(held), self.count))

    def impacts(self, layout: Layout) -> tuple[int, ...]:
        """Return the places in the state of the modes of rigid stops."""
        return tuple(range(layout.m.stop - len(self.rigid), layout.m.stop))

    def start(self, qd: Floats) -> Floats:
        """Return modes for states with these velocities, shape (N, count): joints at rest stick, others are free."""
        free = np.zeros((len(qd), len(self.gaps))), np.ones((len(qd), len(self.rigid)))
        return np.hstack([np.sign(qd[:, list(self.sticking)]), *free])


SMOOTH = Switching()
"""No element has modes."""


def sticking(plant: Model) -> tuple[int, ...]:
    """Return the velocity coordinates of a plant at which dry friction without bristles acts."""
    from armillary.compiler.trace import valued

    seen = valued(plant, Graph())
    found = {k for k, pair in enumerate(zip(seen.coulomb, seen.coulomb_sided, strict=True)) if any(map(_acts, pair))}
    found |= {each.k for each in seen.followers if _acts(each.coulomb) or _acts(each.coulomb_sided)}
    found |= {each.k for each in seen.stribeck if each.sticks}
    return tuple(sorted(found | {each.k for each in seen.losses if not each.smooth}))


def _acts(value: Scalar) -> bool:
    return not isinstance(value, (int, float)) or value != 0


def watch(loop: ClosedLoop) -> Program:
    """Return margins and next modes, shapes (count,), and ẋ, as a program of clock, x and p.

    Margins need accelerations, so that ẋ costs little more. With rigid stops it also has the state after an impact.
    """

    def watched(clock: Array, x: Array, p: Array) -> dict[str, Array]:
        now = loop.at(clock[0].graph, clock, x, p)
        margins, modes = _friction(now) if loop.switching.sticking else ([], [])
        more = now.drives.backlash.margins() if loop.switching.gaps else ([], [])
        margins, modes = [*margins, *more[0]], [*modes, *more[1]]
        found = {"margins": margins, "modes": modes, "dx": now.rates}
        if loop.switching.rigid:
            stops = Impacts(now, x)
            found["margins"] = [*(where(stops.pending, 1.0, margin) for margin in margins), *stops.margins]
            found["modes"] = [*modes, *stops.following]
            found["after"] = stops.after
        return {name: np.array(values, dtype=object) for name, values in found.items()}

    return record("watch", watched, loop.inputs)


def consistent(loop: ClosedLoop, clock: Floats, x: Floats, p: Floats) -> Floats:
    """Return states, shape (N, size), with the modes that hold there, by the pivoting of `native.events`."""
    count, kernel, x = loop.switching.count, loop.watch_kernel, np.array(x)
    margins, modes, runs = np.empty((len(x), count)), np.empty((len(x), count)), np.arange(len(x))
    others = [np.empty_like(x) for _ in kernel.program.outputs[2:]]
    rigid = count - len(loop.switching.rigid)
    for _ in range(ROUNDS * count):
        kernel.batch(clock, x, p, margins, modes, *others)
        margins[:, rigid:] = 1.0  # impacts are settled when a run begins
        first = np.argmax(margins < 0, axis=1)
        wrong = margins[runs, first] < 0
        if not np.any(wrong):
            break
        x[runs[wrong], loop.layout.m.start + first[wrong]] = modes[runs[wrong], first[wrong]]
    return x


def _friction(now: Instant) -> tuple[list[Scalar], list[Scalar]]:
    """Return margins and next modes of friction, (1)–(3)."""
    (needed,) = cheapest(now.loop.smooth, "inverse_dynamics").inline(
        now.graph, q=now.q, qd=now.v, qdd=now.qdd, **now.free
    )
    ahead, back = now.breakaway(lambda k: 1.0), now.breakaway(lambda k: -1.0)
    margins, modes = [], []
    for k in now.loop.switching.sticking:
        m, v = now.friction_modes[k], now.v[k]
        r = now.load[k] - needed[k]
        up, down = ahead[k] - r, r - back[k]
        held = minimum(up, down) + SURE * (ahead[k] - back[k])
        resting = where(less(0.0, magnitude(v)), m * v, m * now.qdd[k])
        margins.append(where(less(0.0, m * m), resting, held))
        modes.append(where(less(0.0, m * m), 0.0, where(less(up, down), 1.0, -1.0)))
    return margins, modes
