"""Rows of numbers as a value: frozen, compared and hashed by their bytes, without a Python object for each number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


class FrozenRows:
    """A frozen copy of an array of shape (N, n), which NumPy takes as an array.

    Example:
        >>> starts = FrozenRows([[0.0, 1.0], [2.0, 3.0]])
        >>> starts == FrozenRows([[0.0, 1.0], [2.0, 3.0]]), len({starts, FrozenRows([[0, 1], [2, 3]])})
        (True, 1)
        >>> np.add(starts, 1.0).tolist()
        [[1.0, 2.0], [3.0, 4.0]]
    """

    __slots__ = ("_values",)

    def __init__(self, values: ArrayLike) -> None:
        self._values = np.array(values, dtype=float) + 0.0  # −0 becomes 0: equal rows have equal bytes
        self._values.flags.writeable = False

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of rows and of their entries."""
        return self._values.shape

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self._values, dtype=dtype) if copy else self._values.astype(dtype or float, copy=False)

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[NDArray[Any]]:
        return iter(self._values)

    def __getitem__(self, index: Any) -> Any:
        return self._values[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FrozenRows) and np.array_equal(self._values, other._values)

    def __hash__(self) -> int:
        return hash((self._values.shape, self._values.tobytes()))

    def __repr__(self) -> str:
        return f"rows of shape {self.shape}"
