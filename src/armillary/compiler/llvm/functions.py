"""exp, log, tanh and atan2 for machines without a C library."""

from __future__ import annotations

from collections.abc import Sequence

from armillary.compiler.llvm.writer import Scalar
from armillary.errors import CompilerError


def library(names: Sequence[str], scalar: Scalar) -> list[str]:
    """Return functions by name.

    Raises:
        CompilerError: A program needs one; none is written yet.
    """
    if names:
        raise CompilerError(f"{', '.join(names)}: not on a GPU yet; robots with such laws run on the CPU")
    return []
