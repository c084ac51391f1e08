"""The load driver behind benchmarks/run.py."""
