"""Studies: many runs that differ in named quantities, computed chunk by chunk and kept in one store."""
