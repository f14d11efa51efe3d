"""The closed loop of a scenario: its equations in every form, and its preparation."""
