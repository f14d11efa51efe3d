"""Robot files in TOML: the reader and the writer."""
