"""Further columns of the table of operators: what each does to ranges, to differences, to degrees.

Each file has one rule for every operator of `model.engine.ops.TABLE`; a test asks for all of them.
"""
