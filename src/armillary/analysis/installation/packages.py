"""Packages that Armillary requires, and those of its extras, with their versions.

The lower bounds are those of the installed metadata, which come from pyproject.toml.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, version

from armillary.analysis.installation.finding import Finding

OWN = "armillary"
UNUSED = ("bench", "dev", "docs", "test")
"""Extras for work on Armillary, and those that only name other ones."""
REQUIREMENT = re.compile(
    r"(?P<name>[\w.-]+)(?:\[.*?\])?(?P<bounds>[^;]*)(?:;.*extra\s*==\s*['\"](?P<extra>[\w-]+)['\"])?"
)


@dataclass(frozen=True)
class Requirement:
    """A required package: its name, its lower bound and its extra, "" for the core."""

    name: str
    lowest: str
    extra: str


def packages() -> Iterator[Finding]:
    """Yield a finding for every package of the core, then for every extra."""
    try:
        own = requirements()
    except PackageNotFoundError:
        hint = "pip install armillary; the lower bounds of packages are in its metadata"
        yield Finding("packages", OWN, "not installed, only found on the path of modules", "BROKEN", hint)
        return
    for each in own:
        if not each.extra:
            yield _core(each)
    extras = sorted({each.extra for each in own} - {"", *UNUSED})
    for extra in extras:
        yield _extra(extra, [each for each in own if each.extra == extra])


def requirements() -> list[Requirement]:
    """Return the packages that the installed metadata require."""
    found = [REQUIREMENT.match(text) for text in distribution(OWN).requires or ()]
    return [
        Requirement(each["name"], _lowest(each["bounds"]), each["extra"] or "")
        for each in found
        if each and each["name"] != OWN
    ]


def older(found: str, lowest: str) -> bool:
    """Return whether a version is below a lower bound; only the numbers of the release count.

    Example:
        >>> older("8.1.9", "8.2"), older("8.10", "8.2"), older("2.0rc1", "2.0")
        (True, False, False)
    """
    return _numbers(found) < _numbers(lowest)


def _core(needed: Requirement) -> Finding:
    hint = f"pip install '{needed.name}>={needed.lowest}'"
    try:
        found = version(needed.name)
    except PackageNotFoundError:
        return Finding("packages", needed.name, "missing", "BROKEN", hint)
    if older(found, needed.lowest):
        return Finding("packages", needed.name, f"{found}, older than {needed.lowest}", "BROKEN", hint)
    return Finding("packages", needed.name, found)


def _extra(name: str, needed: list[Requirement]) -> Finding:
    """Return the state of one extra; packages that are too old make it broken, missing ones absent."""
    there, missing, old = [], [], []
    for each in needed:
        try:
            found = version(each.name)
        except PackageNotFoundError:
            missing.append(each.name)
            continue
        there.append(f"{each.name} {found}")
        if older(found, each.lowest):
            old.append(f"{each.name} {found} is older than {each.lowest}")
    hint = f"pip install 'armillary[{name}]'"
    if old:
        return Finding("extras", name, ", ".join(old), "BROKEN", hint)
    if missing:
        return Finding("extras", name, f"{', '.join(missing)} missing", "absent", hint)
    return Finding("extras", name, ", ".join(there))


def _lowest(bounds: str) -> str:
    found = re.search(r">=\s*([\w.]+)", bounds)
    return found[1] if found else "0"


def _numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of a release, without zeros at the end: 2.0 is 2."""
    release = re.match(r"\d+(\.\d+)*", text)
    found = [int(part) for part in release[0].split(".")] if release else []
    while found and not found[-1]:
        found.pop()
    return tuple(found)
