"""Charts drawn by plotly."""
