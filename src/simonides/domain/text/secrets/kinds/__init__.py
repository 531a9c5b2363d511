"""Every kind of secret that we know, the ones that leave least doubt first."""

from simonides.domain.text.secrets.kind import KindGroup, SecretKind
from simonides.domain.text.secrets.kinds.addresses import ADDRESSES
from simonides.domain.text.secrets.kinds.assignments import ASSIGNMENTS
from simonides.domain.text.secrets.kinds.cloud import CLOUD, CLOUD_SETTINGS
from simonides.domain.text.secrets.kinds.code_hosts import CODE_HOSTS
from simonides.domain.text.secrets.kinds.headers import HEADERS
from simonides.domain.text.secrets.kinds.keys import KEYS
from simonides.domain.text.secrets.kinds.models import MODELS
from simonides.domain.text.secrets.kinds.password_files import PASSWORD_FILES
from simonides.domain.text.secrets.kinds.services import MESSAGING, MONITORING, OFFICE, PAYMENTS

GROUPS: tuple[KindGroup, ...] = (
    KindGroup(KEYS, ("-- begin ", "--begin ", "ls0tls1crudjti", "private", "<rsakey", '"d"', "'d'", "age-secret")),
    KindGroup((*CLOUD, *CODE_HOSTS, *MODELS, *MESSAGING, *PAYMENTS, *MONITORING, *OFFICE)),
    KindGroup(CLOUD_SETTINGS, ("secret",)),
    KindGroup(
        HEADERS,
        (
            "eyj",
            "basic ",
            "bearer ",
            "authorization",
            "x-",
            "private-token",
            "sess",
            "connect.sid",
            '"auth"',
            "_auth",
            "_password=",
        ),
    ),
    KindGroup(ADDRESSES, ("://", "jdbc:", ";password=", ";pwd=", "; password=", "; pwd=")),
    KindGroup(
        PASSWORD_FILES,
        (
            "machine ",
            "$",
            "{s",
            "scrypt:",
            "pbkdf2",
            ":5432:",
            "curl ",
            "--pass",
            "sshpass",
            "-p",
            "pgpassword",
            "mysql_pwd",
            "rediscli_auth",
        ),
    ),
    KindGroup(ASSIGNMENTS, ("pass", "pwd", "contrase", "secret", "token", "key", "credential", "salt")),
)
KINDS: tuple[SecretKind, ...] = tuple(kind for group in GROUPS for kind in group.kinds)
