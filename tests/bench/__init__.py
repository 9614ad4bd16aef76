"""Measurements; they run only where asked for: `python -m tests.bench.bench_plays`."""
