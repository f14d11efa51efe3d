"""Table 2 of the planar n-R toolbox: execution times against the number of joints, beside ours. [Popescu2008]

Kinmodel is (x, J, J̇), dynmodel (x, J, J̇, H, h, g). The print gives times of MATLAB code, as an M-file and as compiled
C (MEX), the call included; they stand beside ours and cannot be reproduced. Ours is the kernel for one state in a
native loop, measured as the table is made. With t ~ n^k, the exponent between two lengths is
    k = log(t₂/t₁) / log(n₂/n₁)                                                              (1)
The print says O(n²) for kinematics and O(n³) for dynamics. x, J and J̇ take O(n) operations, h and g too, H O(n²).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from armillary.analysis.loops import state_loop
from armillary.analysis.timing import Contender, measure
from armillary.compiler.program import Port, Program, inputs_of, references
from armillary.compiler.simplified import build_simplified
from armillary.expr.graph import Graph
from armillary.kinematics.planar_nr import kinmodel
from armillary.reproduce import counts
from armillary.reproduce.figure import Figure

# Joints → dynmodel M-file, dynmodel MEX-file, kinmodel M-file, kinmodel MEX-file [ms].
TABLE_2 = {
    2: (11.0, 1.1, 5.0, 0.38),
    3: (27.0, 1.7, 7.2, 0.44),
    4: (38.0, 2.7, 9.8, 0.50),
    5: (55.0, 3.8, 14.3, 0.60),
    10: (215.0, 23.1, 44.0, 1.10),
    20: (1197.0, 276.9, 159.0, 3.30),
}
MODELS = {"kinmodel": (2, 3), "dynmodel": (0, 1)}
"""Model → its columns of the table, M-file and MEX-file."""
SPAN = (5, 20)
"""Numbers of joints between which growth is measured; for fewer joints, sines and call overhead dominate."""
STATES = 64

TIMES = "print: MATLAB, the call included; ours: the kernel for one state in a native loop, measured now"
GROWTH = f"log(t₂/t₁)/log(n₂/n₁) from n = {SPAN[0]} to {SPAN[1]}; print: O(n²) for kinematics, O(n³) for dynamics"


def figures() -> Iterator[Figure]:
    """Yield the times of table 2 and their growth; nothing is expected of them."""
    ours = {model: _times(model) for model in MODELS}
    for model, columns in MODELS.items():
        for kind, column in zip(("M-file", "MEX-file"), columns, strict=True):
            for n, printed in TABLE_2.items():
                item = f"{model}, n = {n}: time, {kind} [µs]"
                time = float(f"{1e-3 * ours[model][n]:.3g}")
                yield Figure(item, 1e3 * printed[column], time, 0.0, "Table 2", TIMES, "shown")
    for model, columns in MODELS.items():
        grown = round(exponent(ours[model][SPAN[0]], ours[model][SPAN[1]]), 2)
        for kind, column in zip(("M-file", "MEX-file"), columns, strict=True):
            printed_growth = round(exponent(TABLE_2[SPAN[0]][column], TABLE_2[SPAN[1]][column]), 2)
            item = f"{model}: growth exponent, {kind}"
            yield Figure(item, printed_growth, grown, 0.0, "Table 2", GROWTH, "shown")


def exponent(first: float, last: float) -> float:
    """Return the growth (1) over `SPAN`."""
    return math.log(last / first) / math.log(SPAN[1] / SPAN[0])


def _times(model: str) -> dict[int, float]:
    """Return the time of one state for each number of joints [ns]."""
    rng = np.random.default_rng(0)
    contenders = []
    for n in TABLE_2:
        kernel = build_simplified(planar_kinematics(n) if model == "kinmodel" else counts.planar_arm(n))
        arrays = [rng.normal(size=(STATES, n)) for _ in kernel.program.inputs]
        arrays += [np.empty((STATES, array.size)) for array in kernel.program.outputs]
        contenders.append(Contender(str(n), state_loop(kernel, arrays, times=16), 16 * STATES))
    return {int(name): time for name, time in measure(contenders, seconds=0.2, rounds=20).items()}


def planar_kinematics(n: int) -> Program:
    """Return the program of (x, J, J̇) of a random planar n-R arm."""
    graph, arrays = Graph(), (Port("q", (n,)), Port("qd", (n,)))
    lengths = counts.planar_parameters(n)[0]
    q, qd = inputs_of(graph, arrays)
    results = kinmodel(q, qd, lengths)._asdict()
    outputs = tuple(Port(name, np.shape(value)) for name, value in results.items())
    header = {"robot": f"planar {n}-R arm", "quantity": "kinmodel", "formulation": "planar_nr"}
    entries = tuple(references(graph, value) for value in results.values())
    return Program("kinmodel", graph, arrays, outputs, entries, header)
