"""The functions that kernels call: exp, log, tanh, atan2, and the sines and cosines of angles beyond the fast range.

On the CPU they are those of the C library for doubles, lane by lane; results of single precision are rounded. A GPU has
no C library: there they are ours, in one lane (`functions`, `large_angles`).
"""

from __future__ import annotations

from armillary.compiler.llvm import functions, large_angles, sincos
from armillary.compiler.llvm.instructions import LIBRARY
from armillary.compiler.llvm.plan import TRIGONOMETRIC
from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import Scalar, Writer, vector
from armillary.compiler.program import Program
from armillary.expr.ops import Op


def libraries(program: Program, target: Target, lanes: int) -> list[str]:
    """Return the functions that a program needs, and the declarations of those of the C library."""
    used = {program.graph.op[node] for node in program.order}
    angles = bool(used.intersection(TRIGONOMETRIC))
    names = [name for op, name in LIBRARY.items() if op in used]
    if target.library == "own":
        parts = large_angles.library(target.scalar) if angles else []
        return parts + functions.library(names, target.scalar)
    parts = []
    if angles:
        parts.append(sincos.library(target.width, target.fused, target.scalar))
        parts += [f"declare double @armillary_{name}(double)" for name in ("sin", "cos")]
    for name in names:
        arguments = 2 if name == LIBRARY[Op.ATAN2] else 1
        parts.append(_lane_by_lane(name, arguments, lanes, target.scalar))
        parts.append(f"declare double @armillary_{name}({', '.join(['double'] * arguments)})")
    return parts


def _lane_by_lane(name: str, arguments: int, lanes: int, scalar: Scalar) -> str:
    """Return the function that calls a function of the C library lane by lane."""
    kind, names = vector(scalar.name, lanes), [f"%x{k}" for k in range(arguments)]
    parameters = ", ".join(f"{kind} {argument}" for argument in names)
    text = Writer(f"internal {kind} @library_{name}.{lanes}({parameters}) noinline #0", lanes, scalar)
    results = []
    for lane in range(lanes):
        values = ", ".join(f"double {text.as_double(text.lane(argument, lane))}" for argument in names)
        results.append(text.from_double(text.let(f"call double @armillary_{name}({values})")))
    text.do(f"ret {kind} {text.packed(results)}")
    return text.text()
