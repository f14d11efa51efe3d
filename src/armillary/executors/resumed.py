"""Answers kept in a folder, so that interrupted work can be resumed.

Each finished item is one JSON file, written atomically. Its name is the key that the work gives to the item: a digest
of everything that the answer depends on. So a folder may serve several searches, and a changed one finds no answers.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from armillary.errors import ArgumentError
from armillary.executors.executor import Answer, Executor, Work, executor_of
from armillary.executors.serial import Serial
from armillary.files.atomic import write_content
from armillary.files.text import read_regular
from armillary.files.words import shortened


@runtime_checkable
class Keyed(Protocol):
    """Work whose answers can be kept: they are plain data, and each item has a key."""

    def __call__(self, item: int) -> Any:
        """Do an item."""
        ...

    def key(self, item: int) -> str:
        """Return a name for everything that the answer depends on."""
        ...


@dataclass(frozen=True)
class Resumed:
    """Keeps the answers of another executor in a folder and skips items whose answers are there.

    `arm.selection.search_architectures` and `arm.choose_motors` take it; a study has its store.

    Args:
        folder: Folder of the answers; it is made if it does not exist.
        executor: Does the items; default `Serial()`.
    """

    folder: str | os.PathLike[str]
    executor: Executor = field(default_factory=Serial)

    def __post_init__(self) -> None:
        if not isinstance(self.folder, (str, os.PathLike)) or not os.fspath(self.folder):
            raise ArgumentError("folder", shortened(self.folder), "the path of a folder")
        executor_of(self.executor, Serial())

    @property
    def workers(self) -> int:
        """Number of items that are done at once."""
        return self.executor.workers

    def elsewhere(self, work: Callable[[], Any]) -> dict[str, Any]:
        """Return the result of a function by worker, for all workers that may have other files than this process."""
        return self.executor.elsewhere(work)

    def map(self, work: Work, items: Iterable[int]) -> Iterator[Answer]:
        """Yield answers in the order in which they are ready or found.

        Raises:
            ArgumentError: The answers of this work cannot be kept, or the folder cannot be written.
        """
        if not isinstance(work, Keyed):
            raise ArgumentError("executor", "answers to be kept", "another executor", "a study has its store")
        try:
            Path(self.folder).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ArgumentError("resume", f"{self.folder}: {error.strerror}", "a folder that can be written") from error
        stored: list[Answer] = []

        def missing() -> Iterator[int]:
            for item in items:
                earlier = self.kept(work, item)
                if earlier is None:
                    yield item
                else:
                    stored.append(earlier)

        # The executor draws items while it works, so answers of the folder come up between those of the executor.
        for answer in self.executor.map(work, missing()):
            if not answer.error:
                write_content(self._file(work.key(answer.item)), json.dumps([answer.value]), "resume")
            yield answer
            yield from _emptied(stored)
        yield from _emptied(stored)

    def kept(self, work: Keyed, item: int) -> Answer | None:
        """Return the answer of an item; None if it is not there or damaged."""
        value = self._read(work.key(item))
        return None if value is None else Answer(item, value[0], "kept")

    def _file(self, key: str) -> Path:
        return Path(self.folder) / f"{key}.json"

    def _read(self, key: str) -> list[Any] | None:
        """Return the value in a list; None if it is not there or damaged."""
        try:
            value = json.loads(read_regular(self._file(key)))
        except (OSError, ValueError):
            return None
        return value if isinstance(value, list) and len(value) == 1 else None


def _emptied(answers: list[Answer]) -> Iterator[Answer]:
    while answers:
        yield answers.pop(0)
