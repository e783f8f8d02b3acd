"""The Excel workbook: sheets, tables, live formulas, charts."""
