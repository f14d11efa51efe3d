"""Reproduction of the source papers: printed values and computed ones. Long simulations have files of their own."""

PAPERS = ("khatib", "nr", "denoc", "celentano", "flexrob")
