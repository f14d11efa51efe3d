"""The values of recent work, by key: models, closed loops, compiled code."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


def hashable(key: Hashable) -> Hashable | None:
    """Return a key; None if something in it, such as an object of a user's class, has no hash."""
    try:
        hash(key)
    except TypeError:
        return None
    return key


class Recent(Generic[Value]):
    """The most recently used values by key. The least recently used one goes first; threads may share it.

    Args:
        count: Greatest number of values.
        size: Returns the size of a value [bytes]; default: only their number counts.
        total: Greatest sum of the sizes [bytes]; the last value stays, whatever its size.

    Example:
        >>> squares = Recent(2)
        >>> [squares.obtain(k, lambda: k * k) for k in (1, 2, 1, 3)]
        [1, 4, 1, 9]
        >>> 1 in squares, 2 in squares
        (True, False)
    """

    def __init__(self, count: int, size: Callable[[Value], int] | None = None, total: int = 0) -> None:
        self.count, self.size, self.total = count, size, total
        self._values: dict[Hashable, Value] = {}
        """The values in the order of their last use."""
        self._lock = threading.RLock()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy the bounds alone: values may hold machine code."""
        return type(self), (self.count, self.size, self.total)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def __getitem__(self, key: Hashable) -> Value:
        with self._lock:
            value = self._values.pop(key)
            self._values[key] = value
            return value

    def __setitem__(self, key: Hashable, value: Value) -> None:
        with self._lock:
            self._values.pop(key, None)
            self._values[key] = value
            while len(self._values) > 1 and self._is_full():
                del self._values[next(iter(self._values))]

    def _is_full(self) -> bool:
        if len(self._values) > self.count:
            return True
        return self.size is not None and sum(map(self.size, self._values.values())) > self.total

    def values(self) -> list[Value]:
        """Return the values, the least recently used one first."""
        return list(self._values.values())

    def get(self, key: Hashable) -> Value | None:
        """Return a value; None for an unknown key."""
        with self._lock:
            return self[key] if key in self._values else None

    def setdefault(self, key: Hashable, value: Value) -> Value:
        """Return the value of a key, which becomes `value` if the key is unknown."""
        return self.obtain(key, lambda: value)

    def obtain(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of a key; `make` is called for an unknown one.

        Two threads that need the same value at once may both make it; the first one stays.
        """
        with self._lock:
            if key in self._values:
                return self[key]
        made = make()  # without the lock: it may take long, and may need other values of this cache
        with self._lock:
            if key not in self._values:
                self[key] = made
            return self[key]

    def clear(self) -> None:
        """Forget all values."""
        with self._lock:
            self._values.clear()
