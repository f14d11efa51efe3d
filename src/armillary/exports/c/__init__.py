"""A robot as C sources."""
