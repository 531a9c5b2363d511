"""How often is a secret found in ordinary code where there is none? Run over installed packages, half of them never tuned on.

    python -m bench.secrets FOLDER... [--half tuned|unseen] [--list] [--judged FILE]

A folder is a site-packages folder or one of wheels. Packages fall into halves by a digest of their name: patterns may be tuned on
what the half `tuned` shows, never on the other. Installed packages hold hardly any secrets, so each finding is looked at by a
person: `--list` prints them with a digest each, and `--judged` reads lines of `digest true|false` back. A finding is true when
it is a credential by its form, as a private key of a test suite is, and false when it is an example, a digest, an id or a word.
What is planted tells the rest: a made-up secret of every kind in files of the same packages, and how many are found.
"""

import argparse
import hashlib
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from simonides.domain.text.secrets.screen import find_secrets

ENDINGS = frozenset(
    ".py .pyi .md .rst .txt .json .toml .yaml .yml .cfg .ini .js .ts .css .html .sh .c .h .cpp .rs .go .sql .xml .env".split()
)
SIZE_MAX = 1_000_000
HALVES = ("tuned", "unseen")


@dataclass(frozen=True, slots=True)
class Finding:
    """A secret that was found, with the line that it stands in."""

    package: str
    path: str
    line: int
    kind: str
    value: str
    excerpt: str

    @property
    def digest(self) -> str:
        """What a judgement of it is kept under."""
        told = f"{self.package}\n{self.path}\n{self.kind}\n{self.excerpt}"
        return hashlib.sha256(told.encode()).hexdigest()[:12]


def half_of(package: str) -> str:
    """In which half a package is, by its name alone."""
    return HALVES[hashlib.sha256(package.lower().replace("-", "_").encode()).digest()[0] % 2]


def texts_of(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Package, path and text of every file that mining would read."""
    for entry in sorted(folder.iterdir()):
        package = entry.name.split("-")[0].removesuffix(".py")
        if entry.suffix == ".whl":
            with zipfile.ZipFile(entry) as wheel:
                for info in wheel.infolist():
                    if Path(info.filename).suffix in ENDINGS and info.file_size <= SIZE_MAX:
                        yield package, info.filename, wheel.read(info).decode(errors="replace")
        for path in [entry] if entry.is_file() else sorted(entry.rglob("*")):
            if path.suffix in ENDINGS and path.is_file() and path.stat().st_size <= SIZE_MAX:
                yield package, str(path.relative_to(folder)), path.read_text(encoding="utf-8", errors="replace")


def findings_in(package: str, path: str, text: str) -> list[Finding]:
    """What is found in one file."""
    found = []
    for secret in find_secrets(text):
        start, end = text.rfind("\n", 0, secret.start) + 1, text.find("\n", secret.end)
        excerpt = text[max(start, secret.start - 60) : min(end if end >= 0 else len(text), secret.start + 60)]
        found.append(
            Finding(
                package, path, text.count("\n", 0, secret.start) + 1, secret.kind.name, text[secret.start : secret.end], excerpt
            )
        )
    return found


def read_judgements(path: Path | None) -> dict[str, bool]:
    """Which findings a person took for secrets."""
    lines = path.read_text(encoding="utf-8").splitlines() if path else []
    return {line.split()[0]: line.split()[1] == "true" for line in lines if line.strip() and not line.startswith("#")}


def report(half: str, findings: list[Finding], judged: dict[str, bool], size: int, seconds: float) -> None:
    """Print what one half came to."""
    unjudged = [each for each in findings if each.digest not in judged]
    true = sum(judged.get(each.digest, False) for each in findings)
    share = f"{true / len(findings):.3f}" if findings else "-"
    values = {(each.package, each.kind, each.value): judged.get(each.digest, False) for each in findings}
    distinct = f"{sum(values.values()) / len(values):.3f} of {len(values)} different ones" if values else "-"
    print(f"{half}: {size / 1e6:.1f} MB, {seconds / size * 1e9:.0f} ns CPU a character")
    print(f"  {len(findings)} findings, {true} true: {share}; {distinct}")
    print(f"  {len(unjudged)} not judged; by kind: {dict(Counter(each.kind for each in findings).most_common())}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--half", choices=HALVES)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--judged", type=Path)
    args = parser.parse_args()
    judged = read_judgements(args.judged)
    seen: set[bytes] = set()
    for half in [args.half] if args.half else HALVES:
        findings, size, seconds = [], 0, 0.0
        for package, path, text in (each for folder in args.folders for each in texts_of(folder)):
            digest = hashlib.sha256(text.encode(errors="replace")).digest()
            if half_of(package) != half or digest in seen:
                continue
            seen.add(digest)
            begun = time.process_time()
            findings += findings_in(package, path, text)
            seconds, size = seconds + time.process_time() - begun, size + len(text)
        for each in findings if args.list else ():
            print(f"{each.digest} {judged.get(each.digest, '?')!s:5} {each.kind:24} {each.path}:{each.line}: {each.excerpt!r}")
        report(half, findings, judged, max(size, 1), seconds)


if __name__ == "__main__":
    main()
