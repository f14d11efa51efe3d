"""Modes of joints that stick and slip, gears with backlash and rigid end stops: margins and next modes as a program.

A mode is an entry of the state with the rate zero: only events change it (`walk.events`), where
its margin becomes negative.

Dry friction at a velocity coordinate k opposes motion in the direction s = ±1 with F_k(s), the sum
of all laws without bristles and of gear losses there. Its mode is
    m = ±1   slips in this direction:   friction F_k(m);   margin m v, or m v̇ where v = 0                        (1)
    m = 0    sticks:   v = v̇ = 0;   margin min(F_k(1) − r, r − F_k(−1))                                         (2)
with r the effort that friction must hold: load less inverse dynamics, at the accelerations of the
robot that is held at all joints that stick. A mode (1) ends in (2), with v set to zero; (2) ends in
(1), in the direction in which r drives. At rest exactly one mode has positive margins, since
accelerations fall monotonically with efforts of friction. The margin of (2) is widened by
    SURE (F_k(1) − F_k(−1))                                                                                      (3)
so that a joint whose r is within rounding of breakaway sticks.

While all joints stick nothing moves, and an adaptive solver would step over loads that come and go.
Each joint that sticks therefore has the impulse of its load as a state, whose error the solver
controls. In the state, modes of friction come first, then those of gears with backlash
(`drives.backlash`) and of rigid stops (`loop.impacts`), then the impulses.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from armillary.compiler.choose import cheapest
from armillary.compiler.program import Program, record
from armillary.expr.graph import Graph
from armillary.expr.pointwise import less, minimum, where
from armillary.multibody import Model
from armillary.simulation.loop.impacts import SURE, Impacts
from armillary.simulation.loop.state import Layout
from armillary.spatial.scalar import Array, Floats, Scalar, magnitude

if TYPE_CHECKING:
    from armillary.simulation.loop.equations import Equations
    from armillary.simulation.loop.instant import Instant

ROUNDS = 16
"""Greatest number of changes of mode at one instant, for each element and run; after these the run goes on."""


@dataclass(frozen=True)
class Switching:
    """The elements with modes, those of all plants of a run together, so that all plants have the same state."""

    sticking: tuple[int, ...] = ()
    """Velocity coordinates that may stick."""
    gaps: tuple[str, ...] = ()
    """Motors whose gears have backlash."""
    rigid: tuple[int, ...] = ()
    """Velocity coordinates with rigid end stops."""

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
        """Return modes of friction by coordinate, of backlash by motor, and of rigid stops by coordinate."""
        gaps = len(self.sticking)
        rigid = gaps + len(self.gaps)
        return (
            dict(zip(self.sticking, modes[:gaps], strict=True)),
            dict(zip(self.gaps, modes[gaps:rigid], strict=True)),
            dict(zip(self.rigid, modes[rigid : self.count], strict=True)),
        )

    def elements(self, layout: Layout) -> tuple[tuple[int, int | None], ...]:
        """Return for each mode its place in the state, and the place of the velocity that is zero while m = 0."""
        friction = tuple((layout.m.start + e, layout.v.start + k) for e, k in enumerate(self.sticking))
        return friction + tuple((layout.m.start + e, None) for e in range(len(friction), self.count))

    def impacts(self, layout: Layout) -> tuple[int, ...]:
        """Return the places in the state of the modes of rigid stops."""
        return tuple(range(layout.m.stop - len(self.rigid), layout.m.stop))

    def start(self, qd: Floats) -> Floats:
        """Return modes for velocities (N, nv), shape (N, count): joints at rest stick, gears and stops are free."""
        gaps, rigid = np.zeros((len(qd), len(self.gaps))), np.ones((len(qd), len(self.rigid)))
        return np.hstack([np.sign(qd[:, list(self.sticking)]), gaps, rigid])


SMOOTH = Switching()
"""No element has modes."""


@lru_cache(maxsize=16)
def sticking(plant: Model) -> tuple[int, ...]:
    """Return the velocity coordinates of a plant that dry friction without bristles, or a gear loss, may hold."""
    from armillary.compiler.trace import valued

    plant = valued(plant, Graph())
    places = {k for k, (c, d) in enumerate(zip(plant.coulomb, plant.coulomb_sided, strict=True)) if _acts(c, d)}
    places |= {follower.k for follower in plant.followers if _acts(follower.coulomb, follower.coulomb_sided)}
    places |= {law.k for law in plant.stribeck if law.sticks}
    return tuple(sorted(places | {loss.k for loss in plant.losses if not loss.smooth}))


def _acts(*values: Scalar) -> bool:
    """Return whether one of the values is not the number zero; a free parameter, an expression, acts."""
    return any(not isinstance(value, (int, float)) or value != 0 for value in values)


def watch(equations: Equations) -> Program:
    """Return margins and next modes, shapes (count,), and ẋ, as a program of clock, x and p.

    Margins need the accelerations, so that ẋ costs little more. With rigid stops the program also gives
    the state after an impact.
    """

    def watched(clock: Array, x: Array, p: Array) -> dict[str, Array]:
        now = equations.at(clock[0].graph, clock, x, p)
        margins, modes = _friction(now) if equations.switching.sticking else ([], [])
        gap_margins, gap_modes = now.drives.backlash.margins() if equations.switching.gaps else ([], [])
        margins, modes = [*margins, *gap_margins], [*modes, *gap_modes]
        outputs = {"margins": margins, "modes": modes, "dx": now.rates}
        if equations.switching.rigid:
            stops = Impacts(now, x)
            # While an impact is being solved nothing else changes: its velocities are not yet known.
            outputs["margins"] = [*(where(stops.pending, 1.0, margin) for margin in margins), *stops.margins]
            outputs["modes"] = [*modes, *stops.following]
            outputs["after"] = stops.after
        return {name: np.array(values, dtype=object) for name, values in outputs.items()}

    return record("watch", watched, equations.inputs)


def consistent(equations: Equations, clock: Floats, x: Floats, p: Floats) -> Floats:
    """Return states (N, size) with modes of friction and backlash whose margins hold, by the pivoting of events."""
    count, kernel = equations.switching.count, equations.watch_kernel
    x, runs = np.array(x), np.arange(len(x))
    margins, modes = np.empty((len(x), count)), np.empty((len(x), count))
    others = [np.empty_like(x) for _ in kernel.program.outputs[2:]]
    rigid = count - len(equations.switching.rigid)
    for _ in range(ROUNDS * count):
        kernel.batch(clock, x, p, margins, modes, *others)
        margins[:, rigid:] = 1.0  # impacts are solved by the events at the start of the run
        first = np.argmax(margins < 0, axis=1)
        wrong = margins[runs, first] < 0
        if not np.any(wrong):
            break
        # One mode at a time, the first: changing several could cycle.
        x[runs[wrong], equations.layout.m.start + first[wrong]] = modes[runs[wrong], first[wrong]]
    return x


def _friction(now: Instant) -> tuple[list[Scalar], list[Scalar]]:
    """Return margins and next modes of friction, (1)–(3)."""
    (needed,) = cheapest(now.equations.smooth, "inverse_dynamics").inline(
        now.graph, q=now.q, qd=now.v, qdd=now.qdd, **now.free
    )
    ahead, back = now.breakaway(lambda k: 1.0), now.breakaway(lambda k: -1.0)
    margins, modes = [], []
    for k in now.equations.switching.sticking:
        m, v = now.friction_modes[k], now.v[k]
        r = now.load[k] - needed[k]
        to_ahead, to_back = ahead[k] - r, r - back[k]
        sticks = minimum(to_ahead, to_back) + SURE * (ahead[k] - back[k])  # (2), (3)
        slips = where(less(0.0, magnitude(v)), m * v, m * now.qdd[k])  # (1)
        margins.append(where(less(0.0, m * m), slips, sticks))
        modes.append(where(less(0.0, m * m), 0.0, where(less(to_ahead, to_back), 1.0, -1.0)))
    return margins, modes
