"""How often a secret is found in ordinary code where there is none, and how often one is found that was put there.

    python -m bench.secrets FOLDER... [--half tuned|unseen] [--list] [--judged FILE] [--planted]

A folder holds one folder, file or wheel for each package. Packages fall into halves by a digest of their name: patterns may be
tuned on what the half `tuned` shows, never on the other. Packages hold few secrets, so each finding is looked at by a person:
`--list` prints them with a digest each, and `--judged` reads lines of `digest true|false` back. A finding is true when it is a
credential by its form, as a private key of a test suite is, and false when it is an example, a digest, an id or a word.
`--planted` puts a made-up secret of every kind on lines of the same files and counts those that are found.
"""

import hashlib
import random
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.options import described
from simonides.domain.text.secrets.screen import find_secrets
from simonides.frozen import frozen
from simonides.mining.code.languages import is_generated, language_of

SIZE_MAX = 1_000_000
HALVES = ("tuned", "unseen")
PLANTED_IN = 40
"""Files that each kind is put into."""


@frozen
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


@dataclass(slots=True)
class Screened:
    """What the screen said about a set of files."""

    findings: list[Finding] = field(default_factory=list)
    packages: set[str] = field(default_factory=set)
    files: int = 0
    size: int = 0
    seconds: float = 0.0


def half_of(package: str) -> str:
    """In which half a package is, by its name alone."""
    return HALVES[hashlib.sha256(package.lower().replace("-", "_").encode()).digest()[0] % 2]


def texts_of(folders: list[Path], half: str | None) -> Iterator[tuple[str, str, str]]:
    """Package, path and text of every different file that mining would read."""
    seen: set[bytes] = set()
    for entry in (entry for folder in folders for entry in sorted(folder.iterdir())):
        package = entry.name.split("-")[0].removesuffix(".py")
        if half and half_of(package) != half:
            continue
        for path, data in _wheel(entry) if entry.suffix == ".whl" else _files(entry):
            digest = hashlib.sha256(data).digest()
            if digest not in seen and b"\0" not in data:
                seen.add(digest)
                yield package, f"{entry.name}/{path}", data.decode(errors="replace")


def screened(folders: list[Path], half: str | None) -> Screened:
    """Every file looked at once."""
    done = Screened()
    for package, path, text in texts_of(folders, half):
        begun = time.process_time()
        found = findings_in(package, path, text)
        done.seconds += time.process_time() - begun
        done.size, done.files = done.size + len(text), done.files + 1
        done.packages.add(package)
        done.findings += found
    return done


def findings_in(package: str, path: str, text: str) -> list[Finding]:
    """What is found in one file."""
    found = []
    for secret in find_secrets(text):
        start, end = text.rfind("\n", 0, secret.start) + 1, text.find("\n", secret.end)
        excerpt = text[max(start, secret.start - 60) : min(end if end >= 0 else len(text), secret.start + 60)]
        line, value = text.count("\n", 0, secret.start) + 1, text[secret.start : secret.end]
        found.append(Finding(package, path, line, secret.kind.name, value, excerpt))
    return found


def planted(folders: list[Path], half: str | None) -> tuple[int, Counter[str]]:
    """How many secrets were put into files, and how many of each kind were not found there."""
    sys.path.append(str(Path(__file__).parent.parent / "tests"))
    from support.secrets import contexts, filled, tokens

    samples = [*tokens().items(), *((name, each) for name, both in contexts().items() for each in both["true"])]
    chance, missed, count = random.Random(7), Counter[str](), 0
    texts = [text for _, _, text in texts_of(folders, half) if 200 < len(text) < 20_000]
    for seed, (name, template) in enumerate(samples * PLANTED_IN):
        text = chance.choice(texts)
        at = text.find("\n", chance.randrange(len(text))) + 1
        secret = filled(template, seed) + "\n"
        found = find_secrets(text[:at] + secret + text[at:])
        # Another kind may claim it: what counts is that it is hidden.
        missed[name] += not any(each.start < at + len(secret) and at < each.end for each in found)
        count += 1
    return count, +missed


def read_judgements(path: Path | None) -> dict[str, bool]:
    """Which findings a person took for secrets."""
    lines = path.read_text(encoding="utf-8").splitlines() if path else []
    return {line.split()[0]: line.split()[1] == "true" for line in lines if line.strip() and not line.startswith("#")}


def report(done: Screened, judged: dict[str, bool]) -> None:
    """Print what the findings came to."""
    findings = done.findings
    unjudged = sum(each.digest not in judged for each in findings)
    true = sum(judged.get(each.digest, False) for each in findings)
    share = f"{true / len(findings):.3f}" if findings else "-"
    values = {(each.package, each.kind, each.value): judged.get(each.digest, False) for each in findings}
    distinct = f"{sum(values.values()) / len(values):.3f} of {len(values)} different ones" if values else "-"
    print(f"{len(done.packages)} packages, {done.files} files, {done.size / 1e6:.1f} million characters, ", end="")
    print(f"{done.seconds / max(done.size, 1) * 1e9:.0f} ns CPU a character")
    print(f"  {len(findings)} findings, {true} true: {share}; {distinct}")
    print(f"  {unjudged} not judged; by kind: {dict(Counter(each.kind for each in findings).most_common())}")


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--half", choices=HALVES)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--judged", type=Path)
    parser.add_argument("--planted", action="store_true")
    args = parser.parse_args()
    if args.planted:
        count, missed = planted(args.folders, args.half)
        hidden = count - missed.total()
        print(f"{count} planted, {hidden} found: {hidden / count:.3f}; missed: {dict(missed.most_common())}")
        return
    judged, done = read_judgements(args.judged), screened(args.folders, args.half)
    for each in done.findings if args.list else ():
        print(f"{each.digest} {judged.get(each.digest, '?')!s:5} {each.kind:24} {each.path}:{each.line}: {each.excerpt!r}")
    report(done, judged)


def _is_read(name: str, size: int) -> bool:
    is_text = language_of(name) is not None or Path(name).suffix in {".txt", ".env", ".pem", ""}
    return is_text and not is_generated(name) and size <= SIZE_MAX


def _wheel(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as wheel:
        yield from ((each.filename, wheel.read(each)) for each in wheel.infolist() if _is_read(each.filename, each.file_size))


def _files(entry: Path) -> Iterator[tuple[str, bytes]]:
    for path in [entry] if entry.is_file() else sorted(entry.rglob("*")):
        if path.is_file() and not path.is_symlink() and _is_read(path.name, path.stat().st_size):
            yield str(path.relative_to(entry)), path.read_bytes()


if __name__ == "__main__":
    main()
