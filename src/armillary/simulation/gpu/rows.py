"""The kernel of recorded rows as LLVM text: a thread computes the outputs of one row of one run.

Efforts, accelerations, energies, the reference, the tip (`Equations.outputs`) follow from the clock, x and p of a row,
which the kernel of runs has left on the device.
"""

from __future__ import annotations

from armillary.compiler.llvm.target import Target
from armillary.simulation.gpu.plan import Plan
from armillary.simulation.gpu.text import KernelText
from armillary.simulation.walk.values import Number

ARRAYS = ("clocks", "record", "values", "differing")
"""Arrays of the kernel after the numbers of rows of all runs and of one run: clocks of the rows (rows, 2), states and
changing values of all rows, entries of p of the runs; then one for each output."""


class Row(KernelText):
    """The outputs of one row."""

    numbers = ("all", "rows")

    def __init__(self, name: str, plan: Plan, target: Target) -> None:
        self.results = [f"output{k}" for k in range(len(plan.outputs.outputs))]
        super().__init__(name, plan, target, (*ARRAYS, *self.results), (plan.outputs,))
        code = self.code
        self.run = code.let(f"sdiv i64 {self.item}, %rows")
        self.place = code.let(f"srem i64 {self.item}, %rows")

    def write_outputs(self) -> str:
        """Write the outputs and return the text of the module."""
        record, values = self.row("record", self.item, self.n), self.row("values", self.item, self.plan.changing)
        for j in range(self.n):
            self.x.at(j).set(Number(self.code, self.read(record, j)))
        self.load_p(self.run, lambda j: self.read(values, j))
        clock = self.row("clocks", self.place, 2)
        outputs = self.compute(self.plan.outputs, {"clock": lambda j: self.read(clock, j)}, self.x)
        for name, entries in zip(self.results, outputs, strict=True):
            to = self.row(name, self.item, len(entries))
            for j, value in enumerate(entries):
                self.write(value, to, j)
        return self.module()


def rows_text(name: str, plan: Plan, target: Target) -> str:
    """Return the text of the module of the rows' kernel, for a GPU or as its twin for a CPU."""
    return Row(name, plan, target).write_outputs()
