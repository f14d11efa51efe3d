"""A store as Zarr reads it, with checksums: errors name the damaged file."""

from __future__ import annotations

import asyncio
from typing import Any

from zarr.core.buffer import default_buffer_prototype
from zarr.storage import WrapperStore

from armillary.studies.store.arrays import damage_error
from armillary.studies.store.encoding import DamageError, check_and_strip
from armillary.studies.store.location import ROOT, Location


class CheckedStore(WrapperStore[Any]):
    """A store of Zarr that verifies the checksum of every chunk that is read."""

    def __init__(self, location: Location) -> None:
        super().__init__(location.zarr_store())
        self.location = location

    async def get(self, key: str, prototype: Any = None, byte_range: Any = None) -> Any:
        """Return the bytes of a file, None if it is missing.

        Raises:
            StoreError: The file is damaged.
        """
        try:
            content = await asyncio.to_thread(self.location.read, key)
            if key.rpartition("/")[2] != ROOT:
                check_and_strip(content)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, DamageError) as error:
            raise damage_error(self.location, key, error) from error
        prototype = prototype or default_buffer_prototype()
        if byte_range is not None:  # the whole file is sound: Zarr may read a part of it
            return await super().get(key, prototype, byte_range)
        return prototype.buffer.from_bytes(content)
