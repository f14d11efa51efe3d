"""Reproduction of the source papers, one file each: printed values beside computed ones."""

PAPERS = ("khatib", "nr", "denoc", "celentano", "flexrob")
