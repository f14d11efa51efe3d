"""Mean colours of the pictures (textures) of a mesh file: each triangle is shown in one colour."""

from __future__ import annotations

import io
import warnings
from typing import Any

import numpy as np

from armillary.scene.formats.source import MeshSource
from armillary.spatial.scalar import Floats

KINDS = ("PNG", "JPEG", "BMP", "TGA", "WEBP", "TIFF")
"""Formats of pictures that are read."""
MOST_PIXELS = 64_000_000
"""Limit on the pixels of all pictures of a mesh file; further pictures are not read."""


class Pictures:
    """The pictures of one mesh file, each read once by Pillow; without Pillow they have no colours."""

    def __init__(self, source: MeshSource) -> None:
        self.source, self.left = source, MOST_PIXELS
        self._known: dict[str, Floats | None] = {}

    def named(self, name: str) -> Floats | None:
        """Return the mean colour of a picture beside the mesh file, shape (3,), or None if it cannot be read."""
        if name not in self._known:
            self._known[name] = self._read(self.source.beside(name))
        return self._known[name]

    def mean(self, image: Any) -> Floats | None:
        """Return the mean colour of a picture that Pillow has opened, or None if it cannot be read."""
        width, height = image.size
        if image.format not in KINDS or width * height > self.left:
            return None
        self.left -= width * height
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about odd but harmless contents
                return np.array(image.convert("RGB").resize((1, 1), 4).getpixel((0, 0))) / 255  # 4: the mean of a box
        except Exception:  # decoders raise errors of many types on damaged pictures
            return None

    def _read(self, data: bytes | None) -> Floats | None:
        try:
            from PIL import Image

            with warnings.catch_warnings():
                warnings.simplefilter("error")  # a picture with too many pixels is only a warning in Pillow
                return self.mean(Image.open(io.BytesIO(data or b""), formats=KINDS))
        except Exception:  # without Pillow, without the picture, or with a damaged one
            return None
