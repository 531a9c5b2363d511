"""Every kind of secret that we know, the ones that leave least doubt first."""

from simonides.domain.text.secrets.kind import Group, Kind
from simonides.domain.text.secrets.kinds.addresses import ADDRESSES
from simonides.domain.text.secrets.kinds.assignments import ASSIGNMENTS
from simonides.domain.text.secrets.kinds.cloud import CLOUD, CLOUD_SETTINGS
from simonides.domain.text.secrets.kinds.code_hosts import CODE_HOSTS
from simonides.domain.text.secrets.kinds.headers import HEADERS
from simonides.domain.text.secrets.kinds.keys import KEYS
from simonides.domain.text.secrets.kinds.models import MODELS
from simonides.domain.text.secrets.kinds.password_files import PASSWORD_FILES
from simonides.domain.text.secrets.kinds.services import MESSAGING, MONITORING, OFFICE, PAYMENTS

GROUPS: tuple[Group, ...] = (
    Group(KEYS, ("-- begin ", "--begin ", "ls0tls1crudjti", "private", "<rsakey", '"d"', "'d'", "age-secret")),
    Group((*CLOUD, *CODE_HOSTS, *MODELS, *MESSAGING, *PAYMENTS, *MONITORING, *OFFICE)),
    Group(CLOUD_SETTINGS, ("secret",)),
    Group(
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
    Group(ADDRESSES, ("://", "jdbc:", ";password=", ";pwd=", "; password=", "; pwd=")),
    Group(
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
    Group(ASSIGNMENTS, ("pass", "pwd", "contrase", "secret", "token", "key", "credential", "salt")),
)
KINDS: tuple[Kind, ...] = tuple(kind for group in GROUPS for kind in group.kinds)
