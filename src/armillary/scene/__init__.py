"""A robot as coloured surfaces that move with its bodies and bend with its links."""
