"""Fits figures that nobody vouches for to what benchmarks measured."""
