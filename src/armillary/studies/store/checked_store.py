"""The folder of a store as Zarr reads it, with the checks of our reader: errors name the damaged file."""

from __future__ import annotations

import asyncio
from typing import Any

from zarr.core.buffer import default_buffer_prototype
from zarr.storage import LocalStore

from armillary.files.text import read_regular
from armillary.studies.store.chunk_files import damage_error
from armillary.studies.store.description import ROOT
from armillary.studies.store.encoding import DamageError, check_and_strip


class CheckedStore(LocalStore):
    """A folder of which every chunk that is read must have the right checksum."""

    async def get(self, key: str, prototype: Any = None, byte_range: Any = None) -> Any:
        """Return the bytes of a file, None if it is missing.

        Raises:
            StoreError: The file is damaged; names it.
        """
        file = self.root / key
        try:
            content = await asyncio.to_thread(read_regular, file)
            if file.name != ROOT:
                check_and_strip(content)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, DamageError) as error:
            raise damage_error(file, error) from error
        if byte_range is not None:  # the content is sound: Zarr may take a part of it
            return await super().get(key, prototype, byte_range)
        return (prototype or default_buffer_prototype()).buffer.from_bytes(content)
