"""Every kind of robot in every use: it works, or is refused for the reason that docs/combinations.md gives.

A run takes a sample of the cells: every use, and every kind, once or twice.
"""

import pytest

from matrix.cells import PART, USES, WORKS, in_order, outcome
from matrix.kinds import KINDS
from matrix.reasons import REASONS
from matrix.table import PAGE, note_of, read
from matrix.uses import MODULES
from matrix.uses.studies import close_cluster

EXPECTED = read(PAGE.read_text(encoding="utf-8"))


def test_the_page_has_every_cell_and_every_reason():
    assert MODULES
    assert set(EXPECTED) == {(use, kind) for use in USES for kind in KINDS}
    found = {note.removeprefix(PART) for note in EXPECTED.values()}
    assert found == {WORKS, *(reason.note for reason in REASONS)}


@pytest.fixture(scope="module", autouse=True)
def _cluster():
    """End the cluster of Dask that cells share."""
    yield
    close_cluster()


@pytest.mark.crossed
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")  # of Dask
@pytest.mark.parametrize("use", in_order())
@pytest.mark.parametrize("kind", list(KINDS))
def test_it_works_or_is_refused_as_the_page_says(kind, use):
    message = outcome(USES[use], KINDS[kind])
    note = note_of(message)
    assert note is not None, f"a refusal without a reason in tests/matrix/reasons.py: {message}"
    assert note == EXPECTED[use, kind], (
        f"docs/combinations.md is out of date (python -m tests.matrix --write): {message}"
    )
