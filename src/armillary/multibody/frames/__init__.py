"""Models with the same motion and fewer operations: other frames, regrouped inertia."""
