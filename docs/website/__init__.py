"""Makes the documentation site: `make docs`, or `python docs/website`."""
