"""Numbers to the products: (c x) y, (c x) z become c (x y), c (x z).

A multiple c·x that several products use costs one multiplication for all of them. Where the products are
multiplied by numbers anyway, or the number cancels against another, it is cheaper in each of them:
    a (c x) y + b (c x) z = (a c) x y + (b c) x z                                                 (1)
One multiplication is saved, and the sum shows its common factor x. A product that is used as it stands costs one
multiplication more instead, so this pass is tried as a whole and undone if it does not pay.
"""

from __future__ import annotations

from armillary.compiler.passes.nary import Web, dissolve


def merge(web: Web) -> None:
    """Put numbers to products instead of to one of their factors, (1); changes the web."""
    web.become(dissolve(web, merge_numbers=True))
