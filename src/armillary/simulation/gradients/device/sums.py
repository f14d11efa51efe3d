"""Sums over the runs of a stack on a GPU: gradients by numbers that all runs share.

Thread i adds every `parts`-th row of one column, from row i // width on. Applied to the rows, and then with one part to
the results, this gives the sums of all columns, always in the same order.
"""

from __future__ import annotations

from armillary.compiler.llvm.target import Target
from armillary.simulation.gradients.device.kernel import ThreadCode
from armillary.simulation.native.values import Number, Slot

NAME = "sums"
PARTS = 256
"""Threads that share a column."""
WORDS = ("threads", "rows", "width", "parts", "down", "right", "source", "to")
"""Arguments: number of threads, rows, columns, parts; entries from row to row and from column to column; arrays."""


def sums_text(target: Target) -> str:
    """Return the text of the module of the kernel."""
    code = ThreadCode(NAME, WORDS, set(WORDS[:-2]), target.scalar)
    number = code.run
    source, to = code.array("source"), code.array("to")
    row, total = code.counter(code.let(f"udiv i64 {number}, %width")), code.slot(0.0)
    across = code.let(f"mul i64 {code.let(f'urem i64 {number}, %width')}, %right")
    with code.loop() as out:
        out.leave_if(~row.below("%rows"))
        place = code.let(f"add i64 {code.let(f'mul i64 {row.get()}, %down')}, {across}")
        total.set(total.value + Number(code, code.load(code.at(source, place))))
        row.add("%parts")
    slot = Slot(code, code.at(to, number))
    slot.set(slot.value + total.value)
    return code.module()
