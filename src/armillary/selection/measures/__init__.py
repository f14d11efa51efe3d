"""What can be said of a candidate, one subject per file; each has `measures(candidate)`."""
