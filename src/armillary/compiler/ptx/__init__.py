"""The back end of GPUs: PTX by LLVM, and the CUDA driver."""
