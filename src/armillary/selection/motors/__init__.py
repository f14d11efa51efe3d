"""Motor selection: catalogues, loads of a motion, and the choice of drives."""
