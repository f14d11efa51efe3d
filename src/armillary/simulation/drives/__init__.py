"""Laws of drives: friction with bristles, losses of gears, windings of motors."""
