"""Units as FMI wants them: their text, and exponents of the SI base units.

Units here are products and one quotient of kg, m, s, rad, N, J, W and Hz, as the rest of the project writes them:
"N·m·s/rad", "rad/s²", "N·m/(rad·s)".
"""

from __future__ import annotations

import re

from armillary.errors import CompilerError

POWERS = {"²": 2, "³": 3}
ORDER = ("kg", "m", "s", "rad")
DERIVED: dict[str, dict[str, int]] = {
    "kg": {"kg": 1},
    "m": {"m": 1},
    "s": {"s": 1},
    "rad": {"rad": 1},
    "N": {"kg": 1, "m": 1, "s": -2},
    "J": {"kg": 1, "m": 2, "s": -2},
    "W": {"kg": 1, "m": 2, "s": -3},
    "Hz": {"s": -1},
    "1": {},
}


def text(unit: str) -> str:
    """Return a unit in the letters that other tools know.

    Example:
        >>> text("N·m·s/rad"), text("rad/s²")
        ('N.m.s/rad', 'rad/s2')
    """
    for power, digit in POWERS.items():
        unit = unit.replace(power, str(digit))
    return unit.replace("·", ".")


def exponents(unit: str) -> dict[str, int]:
    """Return the exponents of the base units, without zeros.

    Example:
        >>> exponents("N·m/(rad·s)")
        {'kg': 1, 'm': 2, 's': -3, 'rad': -1}
    """
    above, _, below = unit.partition("/")
    total = dict.fromkeys(ORDER, 0)
    for part, sign in ((above, 1), (below.strip("()"), -1)):
        for factor in filter(None, part.split("·")):
            match = re.fullmatch(r"([A-Za-z]+|1)([²³]?)", factor)
            if match is None or match[1] not in DERIVED:
                raise CompilerError(f"a unit that no FMU can name: {unit!r}")
            for base, power in DERIVED[match[1]].items():
                total[base] += sign * power * POWERS.get(match[2], 1)
    return {base: power for base, power in total.items() if power}


def rate(unit: str) -> str:
    """Return the unit of the derivative by time of something.

    Example:
        >>> rate("rad"), rate("rad/s"), rate("")
        ('rad/s', 'rad/s²', '')
    """
    if not unit:
        return ""
    above, _, below = unit.partition("/")
    if not below:
        return f"{above}/s"
    factors = below.strip("()").split("·")
    if "s" in factors:
        factors[factors.index("s")] = "s²"
    else:
        factors.append("s")
    return f"{above}/{factors[0]}" if len(factors) == 1 else f"{above}/({'·'.join(factors)})"
