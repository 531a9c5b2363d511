"""Ignored files: what .gitignore and .simonidesignore name, generated files, and secrets."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from simonides.frozen import frozen
from simonides.mining.files.ignore_patterns import Patterns, read_patterns
from simonides.mining.files.reading import Unreadable, read_bytes

IGNORE_SIZE_MAX = 1_000_000
IGNORE_FILES = (".gitignore", ".simonidesignore")
"""Later ones win over earlier ones in the same folder, and a deeper folder wins over a higher one."""

# In .gitignore form, so that a project can undo a line with `!build/` in its own file.
_JUNK = """
    .*
    node_modules/ bower_components/ jspm_packages/
    __pycache__/ venv/ env/ virtualenv/ site-packages/ *.egg-info/ htmlcov/
    target/ dist/ build/ out/ coverage/ Pods/ DerivedData/
    *~ *.swp *.pyc *.class *.o *.a *.so *.dll *.dylib *.exe
""".split()
# No project can undo these: their content must never appear in an answer.
_SECRET = re.compile(
    r"""\.env(?:\..*)?|.*\.env|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|asc|gpg|ppk|tfstate|tfvars)(?:\.backup)?
    |id_(?:rsa|dsa|ecdsa|ed25519)(?:\.\w+)?|\.?(?:netrc|npmrc|pypirc|htpasswd|pgpass|git-credentials)|_netrc
    |(?:.*[._-])?(?:credentials?|secrets?|service[_-]?account)(?:[._-].*)?\.(?:json|ya?ml|toml|ini|cfg|xml|txt|csv|properties|enc)
    |credentials?|secrets?|known_hosts|authorized_keys|.*\.(?:secret|secrets|token)""",
    re.IGNORECASE | re.VERBOSE,
)


@frozen
class Rules:
    """What is ignored below a folder; each entry is the path of a folder and its rules for what is in it."""

    specs: tuple[tuple[Path, Patterns], ...]

    def in_folder(self, folder: Path) -> "Rules":
        """The same rules, with those of the folder itself added."""
        return Rules((*self.specs, *_read(folder)))

    def ignore(self, path: Path, *, is_folder: bool) -> bool:
        """Whether a path is ignored."""
        for base, spec in reversed(self.specs):
            name = name_below(base, path)
            verdict = spec.verdict(f"{name}/" if is_folder else name)
            if verdict is not None:
                return verdict
        return False


def rules_for(root: Path) -> Rules:
    """The rules of a folder, those of the repository around it included."""
    # The built-in list does not apply to the folder itself: whoever asks for `build` means it.
    junk = Rules(((root, read_patterns(_JUNK)),))
    return Rules((*junk.specs, *_outer(root).specs)).in_folder(root)


def _around(root: Path) -> list[Path]:
    """The folders above, from the top of the repository down; none when the folder is the top or is in no repository."""
    repository = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), root)
    return [folder for folder in reversed(root.parents) if folder.is_relative_to(repository)]


def _outer(root: Path) -> Rules:
    """The rules of the folders above; none when they ignore the folder: whoever asks for it means it."""
    rules = Rules(())
    for folder in (*_around(root), root):
        if rules.ignore(folder, is_folder=True):
            return Rules(())
        rules = rules if folder == root else rules.in_folder(folder)
    return rules


def name_below(base: Path, path: Path) -> str:
    """A path as it reads from a folder that it was found in."""
    # From Python 3.12 on, `relative_to` makes a path of every folder above: time would grow with the cube of the depth.
    return "/".join(path.parts[len(base.parts) :]) or "."


def is_secret(name: str) -> bool:
    """Whether a file of that name holds keys or passwords."""
    return _SECRET.fullmatch(name) is not None


def _read(folder: Path) -> Iterator[tuple[Path, Patterns]]:
    for name in IGNORE_FILES:
        # As git does, we follow no link here; a pipe or a device is none of our business either.
        with suppress(Unreadable):
            data, _ = read_bytes(folder / name, IGNORE_SIZE_MAX)
            yield folder, read_patterns(data.decode("utf-8", "replace").splitlines())
