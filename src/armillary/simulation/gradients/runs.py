"""Some runs of a plan, walked together: forward, with tangents, and backward from checkpoints.

Backward, the states at the start of every segment of steps are computed first; then, from the last segment to the first
one, the segment is integrated again with its path stored, and then walked backward. Memory holds a state for each
segment and the path of one.
"""

from __future__ import annotations

from dataclasses import dataclass

from armillary.simulation.schedule import Segment, StepTable
from armillary.simulation.walk.places import RunArray, RunPlace, Words
from armillary.simulation.walk.runs import KernelStructure


@dataclass(frozen=True, eq=False)
class Runs:
    """Some runs: where they are, their start, and the arrays that every walk reads."""

    place: RunPlace
    structure: KernelStructure
    steps: StepTable
    start: Words
    """States at the start by the names of `runs.STATE`."""
    fixed: Words

    def forward(self, rows: Words) -> None:
        """Write the rows q_rows and v_rows."""
        state = self.start
        for segment in self.steps.split(self.steps.count):
            after, out = self._carried()
            self._walk("forward", segment, {**rows, **state, **out})
            state = after

    def tangent(self, along: Words, rows: Words) -> None:
        """Write tangents of the rows, from those of the start (dq, dv, drest), of added efforts and of p (dp)."""
        state = self.start
        for segment in self.steps.split(self.steps.count):
            after, out = self._carried()
            dx = self.place.row_room(self.structure.sizes.n)
            self._walk("tangent", segment, {**rows, **state, **along, **out, "dx_out": dx})
            state, along = after, {**along, **{f"d{name}": part for name, part in self._parts(dx).items()}}

    def backward(self, longest: int, rows: Words, bars: RunArray, out: Words, more: Words) -> None:
        """Pull cotangents of the rows (q_rows, v_rows) back to those of the start, of p and of added efforts.

        Args:
            longest: Most steps of a segment.
            rows: Cotangents of the rows.
            bars: Memory for the cotangent of the state, zero.
            out: Memory for the cotangents of the start, by q_out, v_out and rest_out; default that of `bars`.
            more: p_bar, and efforts_bar where efforts are added, which are added to.
        """
        segments, states = [*self.steps.split(longest)], [self.start]
        for segment in segments[:-1]:
            after, carried = self._carried()
            self._walk("forward", segment, {**states[-1], **carried})
            states.append(after)
        sizes, changing = self.structure.sizes, self.structure.changing
        path = {"path": self.place.column_room(max(segment.steps for segment in segments) * sizes.n)}
        if changing:
            path["c_path"] = self.place.column_room(max(segment.intervals for segment in segments) * changing)
        parts = self._parts(bars)
        for segment in reversed(segments):
            self._walk("forward", segment, {**path, **states.pop()})
            to = {f"{name}_out": part for name, part in parts.items()} | (dict(out) if segment.first == 0 else {})
            cotangents = {f"{name}_bar": part for name, part in parts.items()}
            self._walk("adjoint", segment, {**rows, **path, **cotangents, **to, **more})

    def _walk(self, kind: str, segment: Segment, words: Words) -> None:
        numbers = {name: getattr(segment, name) for name in Segment._fields if name != "phase"}
        self.place.launch(kind, segment.phase, {**self.fixed, **numbers, **words})

    def _carried(self) -> tuple[dict[str, RunArray], dict[str, RunArray]]:
        """Return new memory for a state, as the start of later steps and as outputs of a kernel."""
        x = self.place.row_room(self.structure.sizes.n)
        c = self.place.row_room(self.structure.changing)
        return {**self._parts(x), "c": c}, {"x_out": x, "c_out": c}

    def _parts(self, x: RunArray) -> dict[str, RunArray]:
        """Return coordinates, velocities and other states in rows of states."""
        return {name: self.place.part(x, first) for name, (first, _) in self.structure.sizes.parts.items()}
