"""A robot as CasADi functions."""
