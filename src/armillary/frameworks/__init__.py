"""What PyTorch, JAX and Gymnasium share: functions of rows with their cotangents, and environments of many robots."""
