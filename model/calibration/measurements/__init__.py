"""Reads what benchmarks print: IOR, mdtest, obdfilter-survey, fio, IO500."""
