"""Private keys, in every form that they are written down in."""

import re

from simonides.domain.text.secrets.kind import AFTER, BEFORE, Match, SecretKind, SecretPattern, always, is_real, secret_of

_BODY = (
    r"(?P<secret>(?:\s{0,4}(?:Proc-Type|DEK-Info|Version|Comment|Subject|Hash): [^\n]{0,100}+\n){0,4}+"
    r"(?:[A-Za-z0-9+/=\s\"'#]|\\[nr]){60,20000}+)"
)
"""Lines of base64 between the lines of dashes, in a string of a program, too; some forms put a few words before them."""
_SIGNS = re.compile(r"[A-Za-z0-9+/]{24}")
_LINES = re.compile(r"(?:[A-Za-z0-9+/]{64}\s{1,2}){2}")
_ENDS = ("-", "\\", "*", "")


def _has_key(match: Match) -> bool:
    """Whether a body is one: runs of base64 up to the next dash or to the end of the text, or else whole lines of it."""
    body, after = secret_of(match), match.string[match.end() : match.end() + 1]
    is_whole = after in _ENDS and bool(_SIGNS.search(body))
    return (is_whole or bool(_LINES.search(body))) and is_real(match)


def _pem(name: str, title: str, label: str) -> SecretKind:
    opening = f"-----BEGIN {label}-----"
    return SecretKind(name, title, (opening,), SecretPattern(re.escape(opening) + _BODY), accepts=_has_key)


KEYS: tuple[SecretKind, ...] = (
    _pem("rsa-private-key", "RSA private key", "RSA PRIVATE KEY"),
    _pem("ec-private-key", "EC private key", "EC PRIVATE KEY"),
    _pem("dsa-private-key", "DSA private key", "DSA PRIVATE KEY"),
    _pem("openssh-private-key", "OpenSSH private key", "OPENSSH PRIVATE KEY"),
    _pem("private-key", "private key (PKCS #8)", "PRIVATE KEY"),
    _pem("encrypted-private-key", "encrypted private key", "ENCRYPTED PRIVATE KEY"),
    _pem("pgp-private-key", "PGP private key", "PGP PRIVATE KEY BLOCK"),
    _pem("openvpn-static-key", "OpenVPN static key", "OpenVPN Static key V1"),
    SecretKind(
        "other-private-key",
        "private key",
        ("-----BEGIN ",),
        SecretPattern(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY-----" + _BODY),
        accepts=_has_key,
    ),
    SecretKind(
        "ssh2-private-key",
        "SSH2 private key",
        ("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----",),
        SecretPattern("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----" + _BODY),
        accepts=_has_key,
    ),
    SecretKind(
        "putty-private-key",
        "PuTTY private key",
        ("Private-Lines: ",),
        SecretPattern(r"Private-Lines: [0-9]{1,3}\r?\n(?P<secret>(?:[A-Za-z0-9+/=]{1,64}\r?\n){1,200})"),
        accepts=always,
    ),
    # A key that was encoded once more, as kubeconfig files and secrets of clusters do.
    SecretKind(
        "encoded-private-key",
        "private key in base64",
        tuple(
            # The beginnings of `-----BEGIN RSA PRIVATE KEY`, EC, OPENSSH, DSA, ENCRYPTED, PGP and of none of them, in base64.
            "LS0tLS1CRUdJTi" + kind
            for kind in (
                "BSU0EgUFJJVkFURS",
                "BFQyBQUklWQVRFI",
                "BPUEVOU1NIIFBSSV",
                "BEU0EgUFJJVkFURS",
                "BFTkNSWVBURUQgUF",
                "BQR1AgUFJJVkFURS",
                "BQUklWQVRFIEtFWS",
            )
        ),
        SecretPattern(r"LS0tLS1CRUdJTi[A-Za-z0-9+/]{100,20000}+={0,2}"),
        accepts=always,
    ),
    SecretKind(
        "xml-private-key",
        "RSA private key in XML",
        ("<RSAKeyValue>",),
        SecretPattern(r"<RSAKeyValue>[A-Za-z0-9+/=<>\s]{0,1500}?<D>(?P<secret>[A-Za-z0-9+/=\s]{80,1600}+)</D>"),
    ),
    SecretKind(
        "jwk-private-key",
        "private key as a JSON Web Key",
        ('"d":', '"d" :', "'d':"),
        SecretPattern(r"[\"']d[\"'] ?:\s{0,4}[\"'](?P<secret>[A-Za-z0-9_-]{43,900}+)[\"']"),
    ),
    SecretKind(
        "wireguard-private-key",
        "WireGuard private key",
        ("PrivateKey =", "PrivateKey="),
        SecretPattern(r"PrivateKey ?= ?(?P<secret>[A-Za-z0-9+/]{43}=)"),
    ),
    SecretKind(
        "age-private-key",
        "age private key",
        ("AGE-SECRET-KEY-1",),
        SecretPattern(f"{BEFORE}AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{{58}}{AFTER}"),
    ),
    SecretKind(
        "wallet-private-key",
        "private key of a wallet",
        ("private_key", "privatekey", "private key"),
        SecretPattern(r"[A-Za-z_ ]{10,11}+[\"'\]]{0,2}\s{0,4}[:=]\s{0,4}[\"']?(?P<secret>0x[0-9a-fA-F]{64})(?![0-9A-Za-z])"),
        is_folded=True,
    ),
)
