"""What a user writes becomes a `Robot`: files, tables and functions in, one immutable description out."""
