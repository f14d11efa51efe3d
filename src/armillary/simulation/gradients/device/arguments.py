"""Arguments and programs of the kernels of gradients."""

from __future__ import annotations

from dataclasses import dataclass, replace

from armillary.compiler.passes import optimise
from armillary.compiler.program import Program
from armillary.simulation.gradients.stepping import Sizes

STATE = ("q", "v", "rest", "c")
"""Parts of the state of a run: coordinates, velocities, the other states, the entries of p that tasks change."""
NUMBERS = ("runs", "first", "last", "rows", "whole")
"""Runs of the chunk, first step and end, recorded rows, runs of the whole stack."""
POINTERS = {
    "forward": ("times", "marks", "shared", "own", "path", "q_rows", "v_rows", "x_out", "c_out"),
    "tangent": ("times", "marks", "shared", "own", "q_rows", "v_rows", "x_out", "c_out", "dx_out", "dp"),
    "adjoint": ("times", "marks", "shared", "own", "path", "q_rows", "v_rows", "p_bar"),
}
"""Arrays of a kernel. `own` (places, runs) are the entries of p in which runs differ; `dp` (entries, runs of the stack)
and `p_bar` alike are tangents and cotangents of p, which are carried on. Rows, the path and random numbers are NULL
where there are none."""
ROWS = {
    "forward": (*STATE, "efforts"),
    "tangent": (*STATE, "efforts", "dq", "dv", "drest", "defforts"),
    "adjoint": ("q_bar", "v_bar", "rest_bar", "q_out", "v_out", "rest_out", "efforts", "efforts_bar"),
}
"""Arrays with a row for each run, each with the number of entries from row to row."""


@dataclass(frozen=True)
class Shape:
    """Structure of a stack: the sizes of its steps, and the places of p."""

    method: str
    sizes: Sizes
    changing: int
    """Entries of p that tasks change; 0 for a continuous law."""
    carried: int
    """First entries of the cotangent of p that belong to these, or to added efforts."""
    own: tuple[int, ...]
    """Places of p in which runs differ."""
    added: bool
    """Whether efforts are added."""


@dataclass(frozen=True)
class Programs:
    """The programs of a kernel: f and its product by the names that `stepping` calls; tasks and their products."""

    functions: dict[str, Program]
    tasks: tuple[Program, ...]
    products: tuple[Program, ...] = ()

    @property
    def every(self) -> tuple[Program, ...]:
        """All programs, each with a unique name."""
        return (*self.functions.values(), *self.tasks, *self.products)

    def named(self) -> Programs:
        """Return the same programs, simplified, with the names of their functions."""

        def short(program: Program, name: str) -> Program:
            return replace(optimise(program), name=name)

        return Programs(
            {name: short(each, name) for name, each in self.functions.items()},
            tuple(short(each, f"task{k}") for k, each in enumerate(self.tasks)),
            tuple(short(each, f"product{k}") for k, each in enumerate(self.products)),
        )


def words(kind: str, tasks: int) -> list[str]:
    """Return the names of the arguments of a kernel in order, words of 64 bits."""
    rows = [each for name in ROWS[kind] for each in (name, f"{name}.step")]
    return [*NUMBERS, *POINTERS[kind], *rows, *(f"draws{k}" for k in range(tasks))]
