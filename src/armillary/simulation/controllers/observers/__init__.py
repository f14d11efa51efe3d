"""Controllers that estimate states or external efforts and contain another controller."""
