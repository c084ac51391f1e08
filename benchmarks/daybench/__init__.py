"""What the benchmarks share: a cluster, servers, accounts, load beside its ceiling, and the report."""
