"""A robot as bodies to look at: surfaces that move with its bodies, bend with its links, and take colours."""
