"""Results as a workbook and as figures. Draws; computes nothing that the model doesn't."""
