"""Arrays as the bytes of chunks of Zarr: numbers with the low byte first, or texts, and a checksum CRC-32C behind them.

Texts follow the codec `vlen-utf8`: their number, then for each its length in bytes and its bytes, in UTF-8. Chunks are
not compressed: results of runs hardly compress, and bytes must not depend on the version of a library.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import MissingExtraError

CHECKSUM = 4
"""Length of a checksum [bytes]."""


class DamageError(ValueError):
    """Bytes that are not a valid chunk; the text gives the reason."""


def checksum(content: bytes) -> bytes:
    """Return the CRC-32C of bytes."""
    try:
        import google_crc32c
    except ImportError:
        raise MissingExtraError("google_crc32c", "sweeps", "a store of results") from None
    return struct.pack("<I", google_crc32c.value(content))


def add_checksum(content: bytes) -> bytes:
    """Return bytes with their checksum."""
    return content + checksum(content)


def check_and_strip(content: bytes) -> bytes:
    """Return bytes without their checksum.

    Raises:
        DamageError: The checksum is wrong.
    """
    body = content[:-CHECKSUM]
    if len(content) < CHECKSUM or checksum(body) != content[-CHECKSUM:]:
        raise DamageError(f"its checksum is wrong ({len(content)} bytes)" if content else "it is empty")
    return body


def from_numbers(values: NDArray[Any]) -> bytes:
    """Return numbers as a chunk: doubles, or bytes for an array of uint8; every NaN has the same bits."""
    if values.dtype != np.uint8:
        values = np.where(np.isnan(values), np.nan, values).astype("<f8")
    return add_checksum(values.tobytes())


def to_numbers(content: bytes, shape: Sequence[int], kind: str = "<f8") -> NDArray[Any]:
    """Return the numbers of a chunk.

    Raises:
        DamageError: The checksum or the number of bytes is wrong.
    """
    body = check_and_strip(content)
    if len(body) != int(np.prod(shape)) * np.dtype(kind).itemsize:
        raise DamageError(f"it has {len(body)} bytes for an array of shape {tuple(shape)}")
    return np.frombuffer(body, kind).reshape(shape)


def from_texts(texts: Sequence[str]) -> bytes:
    """Return texts as a chunk."""
    rows = [text.encode() for text in texts]
    return add_checksum(struct.pack("<I", len(rows)) + b"".join(struct.pack("<I", len(row)) + row for row in rows))


def to_texts(content: bytes, count: int) -> list[str]:
    """Return the texts of a chunk.

    Raises:
        DamageError: The checksum or the number of texts is wrong.
    """
    body, texts, at = check_and_strip(content), [], 4
    try:
        (number,) = struct.unpack_from("<I", body)
        for _ in range(min(number, count)):
            (length,) = struct.unpack_from("<I", body, at)
            texts.append(body[at + 4 : at + 4 + length].decode())
            at += 4 + length
    except (struct.error, UnicodeDecodeError) as error:
        raise DamageError(f"it has no texts: {error}") from None
    if number != count or at != len(body):
        raise DamageError(f"it has {number} texts; expected {count}")
    return texts
