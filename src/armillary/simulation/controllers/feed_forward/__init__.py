"""Controllers that give efforts ahead of errors, one for each file; `Sum` adds feedback."""
