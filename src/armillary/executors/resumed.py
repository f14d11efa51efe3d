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
    """Work whose answers can be kept: plain data, with a key for each item."""

    def __call__(self, item: int) -> Any:
        """Return the answer for an item."""
        ...

    def key(self, item: int) -> str:
        """Return a digest of everything that the answer depends on."""
        ...


@dataclass(frozen=True)
class Resumed:
    """Keeps the answers of another executor in a folder and skips items that have an answer.

    `arm.selection.search_architectures` and `arm.choose_motors` take it; a study has its store.

    Args:
        folder: Folder of the answers; it is made if it does not exist.
        executor: Executor of the other items; default `Serial()`.
    """

    folder: str | os.PathLike[str]
    executor: Executor = field(default_factory=Serial)

    def __post_init__(self) -> None:
        if not isinstance(self.folder, (str, os.PathLike)) or not os.fspath(self.folder):
            raise ArgumentError("folder", shortened(self.folder), "the path of a folder")
        executor_of(self.executor, Serial())

    @property
    def workers(self) -> int:
        """Number of items that are computed at once."""
        return self.executor.workers

    def elsewhere(self, work: Callable[[], Any]) -> dict[str, Any]:
        """Return the result of a function by worker, for all workers that may have other files than this process."""
        return self.executor.elsewhere(work)

    def map(self, work: Work, items: Iterable[int]) -> Iterator[Answer]:
        """Yield answers in the order in which they are computed or read.

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

        # The executor draws items while it works: stored answers are yielded between its own, and the rest at the end.
        for answer in self.executor.map(work, missing()):
            if not answer.error:
                write_content(self._file(work.key(answer.item)), json.dumps([answer.value]), "resume")
            yield answer
            while stored:
                yield stored.pop(0)
        yield from stored

    def kept(self, work: Keyed, item: int) -> Answer | None:
        """Return the stored answer of an item; None if it is missing or damaged."""
        try:
            content = json.loads(read_regular(self._file(work.key(item))))
        except (OSError, ValueError):
            return None
        if not isinstance(content, list) or len(content) != 1:
            return None
        return Answer(item, content[0], "kept")

    def _file(self, key: str) -> Path:
        return Path(self.folder) / f"{key}.json"
