"""One library for several processors: the universal form that macOS loads.

    header      0xcafebabe, number of parts                                              (1)
    for each    processor, its variant, offset, size, log2 of the alignment              (2)
All numbers are of 32 bits with the high byte first. The processor of each part is that of its own header.
"""

from __future__ import annotations

import struct

from armillary.errors import CompilerError

MAGIC = 0xCAFEBABE
THIN = 0xFEEDFACF
ALIGNMENT = 14
"""Pages of 16 KiB."""


def universal(parts: list[bytes]) -> bytes:
    """Return libraries for several processors as one."""
    heads = [struct.unpack_from("<III", part) if len(part) >= 12 else (0, 0, 0) for part in parts]
    if any(magic != THIN for magic, _, _ in heads) or len({head[1] for head in heads}) < len(heads):
        raise CompilerError("libraries that are not of macOS, or two for one processor, do not become one")
    page = 1 << ALIGNMENT
    table = struct.pack(">II", MAGIC, len(parts))  # (1)
    body, offset = b"", page
    for (_, processor, variant), part in zip(heads, parts, strict=True):
        table += struct.pack(">IIIII", processor, variant, offset, len(part), ALIGNMENT)  # (2)
        padded = part + bytes(-len(part) % page)
        body, offset = body + padded, offset + len(padded)
    return table.ljust(page, b"\0") + body
