"""Controllers around another one that estimate states or efforts, one for each file."""
