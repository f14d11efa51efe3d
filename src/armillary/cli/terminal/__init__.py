"""Text on the terminal: tables, progress bars."""
