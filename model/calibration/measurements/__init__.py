"""Parsers of benchmark outputs: IOR, mdtest, obdfilter-survey, fio, IO500."""
