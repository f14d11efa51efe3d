"""WebAssembly modules with a typed JavaScript interface."""
