"""What is made of many measurements of one thing."""

import statistics


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


class Waits(list[float]):
    """Milliseconds that requests took."""

    @property
    def p50(self) -> float:
        return statistics.median(self) if self else 0.0

    @property
    def p99(self) -> float:
        return percentile(self, 0.99)

    @property
    def slowest(self) -> float:
        return max(self, default=0.0)

    def __str__(self) -> str:
        return f"p50 {self.p50:.1f} ms, p99 {self.p99:.1f} ms, slowest {self.slowest:.1f} ms"


def middle(measured: list, figure: str = "rate") -> float:
    """The median of one figure of several measurements."""
    return statistics.median(getattr(one, figure) for one in measured)


def share(measured: list, ceiling: list, figure: str = "rate") -> float:
    """The median of what each round measured, as a share of the same round's ceiling."""
    return statistics.median(getattr(m, figure) / getattr(c, figure) for m, c in zip(measured, ceiling))
