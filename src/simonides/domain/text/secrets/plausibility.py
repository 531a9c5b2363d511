"""Whether a value is a secret or only stands where one would: examples, placeholders, words, digests and ids are none."""

import base64
import math
import re
import unicodedata
from collections import Counter

PLACEHOLDERS = (
    "example", "sample", "placeholder", "changeme", "change_me", "change-me", "replace", "redacted", "removed", "dummy",
    "insert", "fake", "notreal", "not-real", "not_a_", "your_", "your-", "yourkey", "yourtoken", "yoursecret", "my_", "my-",
    "mysecret", "mytoken", "mykey", "xxxx", "yyyy", "zzzz", "0000000", "1111111", "****", "....", "____", "----", "12345",
    "54321", "23456789", "0123456", "9876543", "7654321", "fedcba", "abcdefg", "abcdef0", "abcdef12", "abcd1234", "abc123",
    "a1b2c3", "deadbeef", "cafebabe", "badc0ffee", "qwerty", "foobar", "foo_", "barbaz", "todo", "fixme", "lorem", "some_",
    "some-", "somesecret", "sometoken", "testtest", "verylong",
    "asdf", "asdasd", "abcabc", "a2b2c3", "1a2b3c", "not_my", "notmy", "supersecret", "xyz123", "123abc",
    "<", ">", "{", "}", "$(", "${", "%s", "%(", "...", "\u2026",
)  # fmt: skip
"""What no generated secret holds, in lower case."""
PLAIN_WORDS = (
    "password", "passwd", "passphrase", "passwort", "secret", "token", "apikey", "api_key", "test", "admin", "root", "user",
    "guest", "demo", "default", "hunter", "letmein", "welcome", "hello", "world", "swordfish", "correct", "horse", "battery",
    "staple", "monkey", "dragon", "spam", "eggs", "value", "string", "none", "null", "true", "false", "invalid", "valid",
    "wrong", "login", "credential", "django", "postgres", "mysql", "tiger", "scott", "simple", "bogus", "mock", "stub",
    "temp", "unused", "pass", "name", "strong", "weak", "python", "local", "prod", "staging", "encrypted", "hash",
    "security", "secure", "change", "access", "enter",
)  # fmt: skip
"""Words that a made-up password is made of; shorter ones stand in random texts, too."""
PUBLISHED = (
    # RFC 5849, 6749, 6750 and 7515 to 7519, which half of the documentation of the web repeats.
    "2YotnFZFEjr1zCsicMWpAA", "tGzv3JOkF0XG5Qx2TlKWIA", "SplxlOBeZQQYbYS6WxSbIA", "czZCaGRSa3F0MzpnWDFmQmF0M2JW",
    "gX1fBat3bV", "7Fjfp0ZBr1KtDRbnfVdmIw", "mF_9.B5f-4.1JqM", "kkk9d7dh3k39sjv7", "nnch734d00sl2jdk", "pfkkdhi9sl3r4s00",
    "ad180jjd733klru7", "dpf43f3p2l4k3l03", "hh5s93j4hdidpola",
    "hdhd0244k9j7ao03", "kLdtIj6GbDks", "0_NxaRPUMQoAJt50", "VEmDZpDXXK8p8N0C", "870MB6gfuTJ4HtUn", "X4cTteJY_gn4FYPs",
    "Eq5xpGnNCivDflJs", "jpsQnnGQmL-YBIff", "AY5pb7A0UFiB3REL", "nWGxne_9WmC6hEr0", "OKOawDo13gRp2oja", "UGhIOguC7Iu",
    "6KB707dM9YTIgHtL", "AxY8DCtDaGlsbGlj", "45ghiukldjahdnhzdauz", "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ", "dBjftJeZ4CVP",
    "0TzJaz4DDVTs",
    # The key of Azure's storage emulator, the seed of a one-time password in Google's manual, the token of jwt.io.
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq", "C2y6yDjf5", "JBSWY3DPEHPK3PXP",
    "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV", "wJalrXUtnFEMI", "je7MtGbClwBF",
    # The playground of MinIO, the token of the REST framework's manual, the bearer token of an OAuth library's tests.
    "zuf+tfteSlswRu7BJ86wekitnifILbZam1KYY3TG", "Q3AM3UQ867SPQQA43P2F", "401f7ac837da42b97f613d789819ff93537bee6a",
    "90d64460d14870c08c81352a05dedd3465940a7c", "AKIDA64pOio9BMemkApzevX0HS169S4b750A",
)  # fmt: skip
"""Values that everybody knows: standards and manuals print them."""
ENTROPY_MIN = 2.9
"""Bits a character, below which a token says the same thing again and again."""
PAIRS_SHARE, PAIRS_MORE = 0.5, 1.5
"""How many of a value's letter pairs may be ones that English words are full of: words have .7 to .9, random letters .3."""
_PAIRS = frozenset(
    "th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ld ur "
    "ro ri io ic ne me li co ta ec el ma il la ll om ot us ho ee ac ce ch be ge ns ss pe po pr tr so ct un no ut id di ad "
    "am em im um ai ie oo ke ey ck ow ag ig og ab ap ip op up da do ga go lo mo mi mp nc nk oc od ol os ow pa pl pu qu sh "
    "sk sp su tu ub ue ui ul vi we wi wo ay ry ly ty fi fo fr fa fe".split()
)
_LONG_WORDS = tuple(word for word in PLAIN_WORDS if len(word) >= 5)
"""Words that no generated value holds: one in twenty thousand has any of them by chance."""
_PREFIXES = re.compile(r"(?:[A-Za-z]{2,12}[_-]){1,3}")
"""What services put before a generated value."""
_HOME_ROW = frozenset("asdfghjkl;")
MASHED_MIN = 10
_LEET = str.maketrans("013457@$!", "oieastasi")
_LETTERS = re.compile(r"[A-Za-z]{2,}")
_REPEATED = re.compile(r"(.)\1{5}", re.DOTALL)
_NO_SECRET = re.compile(
    r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$"  # a UUID
    r"|[0-9]{4}-[01][0-9]-[0-3][0-9]"  # a date
    r"|[A-Z][A-Z0-9]{0,40}_[A-Z0-9_]{1,200}$"  # the name of a constant
    r"|[._-]?(?:[A-Za-z]{1,30}[0-9]{0,5}[._-]){1,20}[A-Za-z]{1,30}[0-9]{0,5}$"  # words joined to a name
    r"|(?:scram-)?(?:sha-?(?:1|256|384|512)|md5)(?:[-:$]|$)"  # a digest that says so, or an algorithm
    r"|0x[0-9a-fA-F]{40}$"  # the public address of an account or a contract
    r"|[a-z][a-z+.-]{1,20}://"  # an address
    r"|(?:[a-z][a-z0-9]{0,12}:){2,8}$"  # a prefix
    r"|data:|urn:|arn:|iVBORw0KGgo|R0lGOD|/9j/|[a-z]pub[A-Za-z0-9]|eyJ"  # an image, a name, a public key, plain JSON
)
_SPELLED_IN_HEX = ("dead", "beef", "cafe", "babe", "f00d", "c0de", "c0ffee")
JOKES_MIN = 2
DOUBLED_MIN = 6
SPACES_MIN = 2
PARTS_MIN, PART_MAX = 3, 12
_DIGITS = re.compile(r"[0-9]")
SAID_WORDS = ("password", "secret", "token", "example", "not my", "hello", "test")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{12,80}={0,2}")
_HEX = re.compile(r"(?:0x)?[0-9a-fA-F]+")


def is_made_up(value: str) -> bool:
    """Whether a token was written for an example: a placeholder, a run of one character, or hardly any different ones."""
    folded = value.casefold()
    if any(word in folded for word in PLACEHOLDERS) or _REPEATED.search(value) or any(known in value for known in PUBLISHED):
        return True
    half = len(value) // 2
    is_joke = sum(word in folded for word in _SPELLED_IN_HEX) >= JOKES_MIN
    if is_joke or (half >= DOUBLED_MIN and value[:half] == value[half:]) or _is_mashed(folded) or _says_words(value):
        return True
    return entropy(value) < min(ENTROPY_MIN, math.log2(max(len(value), 2)) * 0.72)


def _says_words(value: str) -> bool:
    """Whether a value is a few plain words in base64."""
    if not _BASE64.fullmatch(value):
        return False
    try:
        told = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode("ascii")
    except ValueError:
        return False
    folded = told.strip().casefold()
    if not folded.isprintable():
        return False
    is_sentence = folded.count(" ") >= SPACES_MIN and is_wordy(folded)
    return is_sentence or _is_mashed(folded) or any(word in folded for word in (*SAID_WORDS, *PLACEHOLDERS))


def _is_mashed(folded: str) -> bool:
    """Whether somebody only ran their fingers over the keys in the middle."""
    return len(folded) >= MASHED_MIN and _HOME_ROW.issuperset(folded)


def is_plain_password(value: str) -> bool:
    """Whether a password is one that only documentation and tests use."""
    folded = unicodedata.normalize("NFKD", value).encode("ascii", "ignore").decode().casefold()
    plain = folded.translate(_LEET)
    is_known = any(word in plain or word in folded for word in PLAIN_WORDS)
    return is_known or is_made_up(value) or is_wordy(value)


def is_no_secret(value: str) -> bool:
    """Whether a value is something else by its form: a UUID, a date, a name, a digest, an image."""
    return bool(_NO_SECRET.match(value))


def is_random(value: str) -> bool:
    """Whether a machine made a value up: letters and digits without words, and neither a UUID nor a short number."""
    has_digits, has_letters = any(map(str.isdigit, value)), any(map(str.isalpha, value))
    if not has_digits or not has_letters or is_made_up(value) or _NO_SECRET.match(value):
        return False
    if _HEX.fullmatch(value):
        return len(value) >= 32
    if _is_path(value):
        return False
    return entropy(value) >= 3.3 and not is_wordy(value) and not _names_something(value)


def _is_path(value: str) -> bool:
    """Whether a value is short words and numbers with slashes between."""
    parts = value.split("/")
    is_plain = all(len(part) <= PART_MAX and (part.isdigit() or not _DIGITS.search(part)) for part in parts)
    return len(parts) >= PARTS_MIN and is_plain


def _names_something(value: str) -> bool:
    """Whether a long plain word stands in a value, behind what a service may begin it with."""
    start = prefix.end() if (prefix := _PREFIXES.match(value)) else 0
    folded = value[start:].casefold()
    return any(word in folded for word in _LONG_WORDS)


def entropy(value: str) -> float:
    """Bits a character, by how often each stands in the value itself."""
    size = len(value)
    return -sum(count / size * math.log2(count / size) for count in Counter(value).values()) if size else 0.0


def is_wordy(value: str) -> bool:
    """Whether the neighbouring letters of a value are those of English words."""
    pairs = [run[at : at + 2].lower() for run in _LETTERS.findall(value) for at in range(len(run) - 1)]
    return sum(pair in _PAIRS for pair in pairs) > PAIRS_SHARE * len(pairs) + PAIRS_MORE
