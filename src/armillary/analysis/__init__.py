"""What one learns of a robot from its dynamics."""
