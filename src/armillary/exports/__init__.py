"""Sources of one robot for other tools: C, Python, CasADi, FMU, WebAssembly."""
