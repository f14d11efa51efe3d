"""The source papers, one file each: their figures recomputed, printed value beside ours."""

PAPERS = ("khatib", "nr", "denoc", "celentano", "flexrob")
