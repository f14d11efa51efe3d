"""Random combinations of parts, natively and in plain Python: no difference that nobody said.

A seed gives a robot with drives, a closed loop and a start (`combination`). `plain_loop` simulates it with SciPy, from
the documented equations: nothing of the native loop, its drives, laws or sensors takes part. Of a thousand seeds every
run has a sample, `make test-all` all; `python -m tests.combinations 0 1000` prints them with counts of their parts.
"""

import pytest
from tests.combinations.combination import combination
from tests.combinations.compare import compare

from samples import some

REFUSALS: tuple[str, ...] = ()
"""Beginnings of the refusals that the documentation lists."""

SAMPLE = (1, 2, 5, 6, 8, 9, 11, 12, 20, 22, 27, 28, 29, 34)
"""Seeds of every run: all kinds of laws, gears and friction, in runs that take a second each."""

SEEDS = (*SAMPLE, *(seed for seed in range(1000) if seed not in SAMPLE))


@pytest.mark.parametrize("seed", some(SEEDS, len(SAMPLE)))
def test_a_combination_moves_as_plain_python_says(seed):
    case = combination(seed)
    verdict = compare(case)
    assert not verdict.refused or verdict.refused.startswith(REFUSALS), verdict.refused
    assert not verdict.differences, "\n".join([", ".join(sorted(case.parts)), *verdict.differences])
