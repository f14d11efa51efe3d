"""Measures of a candidate, one group per file with a function `measures(candidate)`."""
