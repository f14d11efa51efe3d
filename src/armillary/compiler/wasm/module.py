"""From an object file of LLVM to a WebAssembly module that a browser or Node runs. [WebAssembly]

An object file has the sections of a module, and its indices and addresses are final if it is linked alone. Its memory
and its stack pointer are imports, and it exports nothing. `link` defines both, exports the memory and the requested
functions, and drops the sections that only linkers read. Memory begins with constants, followed by the stack, which
grows downward; from `WasmModule.free` on it belongs to the caller.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from armillary.errors import CompilerError

HEAD = b"\0asm\1\0\0\0"
CUSTOM, IMPORT, MEMORY, GLOBAL, EXPORT, DATA = 0, 2, 5, 6, 7, 11
ORDER = (1, 3, MEMORY, GLOBAL, EXPORT, 12, 10, DATA)
"""Sections of a module in the order that the standard demands."""
SYMBOLS = 8
"""Number of the symbol table within the section "linking"."""
UNDEFINED, EXPLICIT = 0x10, 0x40
"""Flags of a symbol: it is an import; an import with its name in the table."""
FUNCTION, IN_DATA, OF_SECTION = 0, 1, 3
"""Kinds of symbols."""
IN_MEMORY, IN_GLOBAL = 2, 3
"""Kinds of imports besides functions."""
I32, MUTABLE, CONSTANT, END = 0x7F, 1, 0x41, 0x0B
PAGE = 65536
STACK = 2**20
"""Room for the stack [bytes]."""


@dataclass(frozen=True)
class WasmModule:
    """A WebAssembly module: its bytes, and the address from which memory belongs to the caller."""

    code: bytes
    free: int


class Reader:
    """Reads numbers, names and sections from bytes."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def __bool__(self) -> bool:
        return self.at < len(self.data)

    def byte(self) -> int:
        """Return the next byte."""
        self.at += 1
        return self.data[self.at - 1]

    def whole(self, signed: bool = False) -> int:
        """Return the next whole number: seven bits a byte, the lowest ones first."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value - (1 << shift) if signed and byte & 64 else value

    def bytes(self) -> bytes:
        """Return the next bytes, which have their length before them."""
        size = self.whole()
        self.at += size
        return self.data[self.at - size : self.at]


def whole(value: int, signed: bool = False) -> bytes:
    """Return a whole number as `Reader.whole` reads it."""
    parts = []
    while not (-64 <= value < 64 if signed else value < 128):
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value & 127])


def link(image: bytes, exported: Mapping[str, str], room: int = 0, about: str = "") -> WasmModule:
    """Return an object file as a module.

    Args:
        image: The object file.
        exported: Functions that the module exports besides its memory: name outside → name in the object file.
        room: Memory for the caller [bytes].
        about: A text that stands first in the module, in a section that hosts skip.

    Raises:
        CompilerError: The object file calls functions that nobody defines.
    """
    sections = dict(_sections(image))
    _check_imports(Reader(sections.pop(IMPORT, b"\0")))
    functions = _functions(sections.pop(CUSTOM))
    missing = [name for name in exported.values() if name not in functions]
    if missing:
        raise CompilerError(f"the object file lacks the functions {', '.join(missing)}")
    free = -(-(_end(sections.get(DATA, b"\0")) + STACK) // 16) * 16  # the stack pointer must be a multiple of 16
    pages = whole(-(-(free + room) // PAGE))
    sections[MEMORY] = b"\1\0" + pages
    sections[GLOBAL] = bytes([1, I32, MUTABLE, CONSTANT]) + whole(free, signed=True) + bytes([END])
    sections[EXPORT] = _exports({name: functions[inside] for name, inside in exported.items()})
    note = _section(CUSTOM, _name("about") + about.encode()) if about else b""
    written = [_section(number, sections[number]) for number in ORDER if number in sections]
    return WasmModule(b"".join([HEAD, note, *written]), free)


def _sections(image: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the sections of an object file by number; of those without one, "linking" alone, without its name."""
    reader = Reader(image, len(HEAD))
    while reader:
        number, content = reader.byte(), reader.bytes()
        if number != CUSTOM:
            yield number, content
            continue
        inside = Reader(content)
        if inside.bytes() == b"linking":
            yield CUSTOM, content[inside.at :]


def _functions(linking: bytes) -> dict[str, int]:
    """Return the index of each function by its name, from the symbol table."""
    reader = Reader(linking)
    reader.whole()  # version
    functions: dict[str, int] = {}
    while reader:
        number, content = reader.byte(), reader.bytes()
        if number == SYMBOLS:
            functions.update(_symbols(Reader(content)))
    return functions


def _check_imports(reader: Reader) -> None:
    """Raise a `CompilerError` if an object file imports more than its memory and its stack pointer."""
    functions = []
    for _ in range(reader.whole()):
        _, name, kind = reader.bytes(), reader.bytes(), reader.byte()
        if kind == FUNCTION:
            functions.append(name.decode())
        for _ in range({FUNCTION: 1, IN_MEMORY: 2, IN_GLOBAL: 2}[kind]):  # its type, or flags and least size
            reader.whole()
    if functions:
        raise CompilerError(f"the object file calls {', '.join(functions)}, which WebAssembly lacks")


def _symbols(reader: Reader) -> Iterator[tuple[str, int]]:
    for _ in range(reader.whole()):
        kind, flags = reader.byte(), reader.whole()
        if kind == OF_SECTION:
            reader.whole()
        elif kind == IN_DATA:
            reader.bytes()
            if not flags & UNDEFINED:
                for _ in range(3):  # segment, place, size
                    reader.whole()
        else:
            index = reader.whole()
            name = reader.bytes().decode() if not flags & UNDEFINED or flags & EXPLICIT else ""
            if kind == FUNCTION:
                yield name, index


def _end(data: bytes) -> int:
    """Return the first address behind the constants."""
    reader, end = Reader(data), 0
    for _ in range(reader.whole()):
        reader.byte()  # a segment that is placed when the module starts
        reader.byte()  # the place as a constant
        place = reader.whole(signed=True)
        reader.byte()  # end of the place
        end = max(end, place + len(reader.bytes()))
    return end


def _section(number: int, content: bytes) -> bytes:
    return bytes([number]) + whole(len(content)) + content


def _exports(functions: dict[str, int]) -> bytes:
    entries = [_name("memory") + b"\2\0", *(_name(name) + b"\0" + whole(index) for name, index in functions.items())]
    return whole(len(entries)) + b"".join(entries)


def _name(text: str) -> bytes:
    data = text.encode()
    return whole(len(data)) + data
