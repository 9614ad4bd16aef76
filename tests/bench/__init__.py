"""Measurements; they run only where asked for: `python -m tests.bench.bench_plays`."""

# Before NumPy, as in the product.
import companion as companion
