"""Calibration: fits uncertain figures of a scenario to benchmark measurements."""
