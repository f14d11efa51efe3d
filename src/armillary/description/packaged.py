"""Robots of the package `robot_descriptions`, by name.

The package downloads a description when it is first asked for and keeps it; we read the file that it names.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

from armillary.description.load import SCHEME
from armillary.errors import ArgumentError, MissingExtraError
from armillary.files.words import nearest, shortened

_PATHS = ("URDF_PATH", "MJCF_PATH", "XACRO_PATH")


def file_of(name: str) -> Path:
    """Return the file of a description such as "ur5e_mj_description".

    Raises:
        ArgumentError: The package lacks the description, or cannot download it.
        MissingExtraError: The package is not installed.
    """
    if not re.fullmatch(r"[a-z]\w*_description", name, re.ASCII):
        raise ArgumentError("path", shortened(SCHEME + name), f"{SCHEME}NAME_description")
    try:
        package = importlib.import_module("robot_descriptions")
    except ImportError:
        raise MissingExtraError("robot_descriptions", "descriptions", f"reading {SCHEME}{name}") from None
    try:
        module = importlib.import_module(f"robot_descriptions.{name}")
    except ModuleNotFoundError:
        known = [each.name for each in pkgutil.iter_modules(getattr(package, "__path__", ()))]
        expected, hint = "a description of the package robot_descriptions", nearest(name, known, most=3)
        raise ArgumentError("path", shortened(SCHEME + name), expected, hint) from None
    except Exception as error:  # its downloads fail in many ways
        found = f"{name}, which robot_descriptions cannot provide: {' '.join(str(error).split())[:300]}"
        raise ArgumentError("path", found, "a description that it has, or can download") from None
    for attribute in _PATHS:
        if hasattr(module, attribute):
            return Path(getattr(module, attribute))
    raise ArgumentError("path", shortened(SCHEME + name), f"a module with one of {', '.join(_PATHS)}")
