"""Benchmarks, soaks and recordings; see README.md."""
