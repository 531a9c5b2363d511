"""What an attack found: counted by kind, with the first few of each told in full."""

from collections import Counter
from dataclasses import dataclass, field

SHOWN = 5


@dataclass
class Findings:
    """Everything that was wrong, and what else was seen on the way."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)
    outcomes: Counter[str] = field(default_factory=Counter)
    rss_mb: list[float] = field(default_factory=list)
    lines: int = 0
    slowest_s: float = 0.0

    def add(self, kind: str, detail: str) -> None:
        """Note something wrong."""
        self.counts[kind] += 1
        if len(self.examples.setdefault(kind, [])) < SHOWN:
            self.examples[kind].append(detail)

    def tell(self) -> str:
        """Everything as lines of text."""
        memory = f"{self.rss_mb[0]:.0f} MB first, {max(self.rss_mb):.0f} most, {self.rss_mb[-1]:.0f} last" if self.rss_mb else "-"
        told = [f"{self.lines:,} lines; memory {memory}; slowest batch {self.slowest_s:.1f} s"]
        told.append("outcomes: " + ", ".join(f"{name} {count:,}" for name, count in self.outcomes.most_common(20)))
        told.append(f"wrong: {self.counts.total()}")
        for kind, count in self.counts.most_common():
            told += [f"  {kind}: {count}", *(f"    {example}" for example in self.examples[kind])]
        return "\n".join(told)
