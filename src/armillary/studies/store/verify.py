"""All files of a store read and checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from armillary.errors import StoreError
from armillary.studies.store.description import STATUS, folder, key
from armillary.studies.store.listing import listed
from armillary.studies.store.scales import decoded_piece

if TYPE_CHECKING:
    from armillary.studies.store.store import Store


@dataclass(frozen=True)
class Damage:
    """A damaged file of a store: what was found, and the chunk to discard.

    Without a chunk the file has values of an axis or labels; they are written again when the study is run next.
    """

    path: str
    found: str
    chunk: int | None = None


def damages(store: Store) -> Iterator[Damage]:
    """Yield the damaged files of a store, at most one of each chunk."""
    layout, about = store.layout, store.about
    there = listed(store.path / STATUS, layout)
    for number in map(int, np.flatnonzero(there)):
        try:
            store.read(number)
        except StoreError as error:
            yield Damage(error.path, error.found, number)
    boxes = np.where(there, np.arange(layout.count), -1).reshape(layout.boxes)
    for scale in about.scales:
        for k in range(-(-about.length(scale) // scale.piece)):
            chunk = int(boxes.take(k, axis=layout.dims.index(scale.dim)).max()) if scale.random else None
            if chunk is not None and chunk < 0:
                continue  # no chunk needs these values
            try:
                decoded_piece(store.path / folder(scale.name) / key((k,)), scale)
            except StoreError as error:
                yield Damage(error.path, error.found, chunk)
