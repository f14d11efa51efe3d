"""Results of many megabytes from a device to the host's arrays.

The driver copies to ordinary (pageable) memory with one thread, through a small pinned buffer, and the system clears
new pages of the array on the way: a few GB/s. Here several threads share the work, each with a pinned buffer, from
which it copies to the array.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from functools import cache
from queue import SimpleQueue
from typing import Any

from numpy.typing import NDArray

from armillary.compiler.ptx.dlpack import LEGACY
from armillary.compiler.ptx.driver import Device, call
from armillary.compiler.threads import together

PIECE = 1 << 23
"""Size of a buffer, the greatest part of an array that is copied at once [bytes]."""
MOST = 8
"""Greatest number of threads."""
FEW = 4
"""Number of pieces below which the driver copies."""


def to_host(device: Device, arrays: Sequence[tuple[int, NDArray[Any]]]) -> None:
    """Fill arrays from addresses on a device, after the work of the default stream."""
    with device.current():
        call("cuStreamSynchronize", LEGACY)
        # Few pieces: starting threads would take longer than the copy.
        if sum(array.nbytes for _, array in arrays) < FEW * PIECE:
            for address, array in arrays:
                if array.nbytes:
                    call("cuMemcpyDtoHAsync", array.ctypes.data, address, array.nbytes, LEGACY)
            call("cuStreamSynchronize", LEGACY)
            return
    buffers = _buffers(device)

    def copy(to: int, source: int, size: int) -> None:
        buffer, stream = buffers.get()
        try:
            with device.current():
                call("cuMemcpyDtoHAsync", buffer, source, size, stream)
                call("cuStreamSynchronize", stream)
            ctypes.memmove(to, buffer, size)
        finally:
            buffers.put((buffer, stream))

    pieces = [
        (array.ctypes.data + first, address + first, min(PIECE, array.nbytes - first))
        for address, array in arrays
        for first in range(0, array.nbytes, PIECE)
    ]
    for _ in together(copy, pieces, min(MOST, os.cpu_count() or 1)):
        pass


@cache
def _buffers(device: Device) -> SimpleQueue[tuple[int, Any]]:
    """Return pinned buffers, each with a stream; they live as long as the process."""
    buffers: SimpleQueue[tuple[int, Any]] = SimpleQueue()
    with device.current():
        for _ in range(min(MOST, os.cpu_count() or 1)):
            buffers.put((int(call("cuMemHostAlloc", PIECE, 0)), call("cuStreamCreate", 1)))
    return buffers
