"""A robot taken elsewhere: C, Python, CasADi, FMU."""
