"""Every kind of secret that we know, the ones that leave least doubt first."""

from simonides.domain.text.secrets.kind import KindGroup, SecretKind
from simonides.domain.text.secrets.kinds.addresses import ADDRESSES, DATABASE_SETTINGS, LOGIN
from simonides.domain.text.secrets.kinds.assignments import ASSIGNMENTS, FRAMEWORK_KEYS, VALUE
from simonides.domain.text.secrets.kinds.cloud import CLOUD, CLOUD_SETTINGS
from simonides.domain.text.secrets.kinds.code_hosts import CODE_HOSTS
from simonides.domain.text.secrets.kinds.headers import HEADERS
from simonides.domain.text.secrets.kinds.keys import KEYS
from simonides.domain.text.secrets.kinds.models import MODELS
from simonides.domain.text.secrets.kinds.password_files import HASH_SIGN, PASSWORD_FILES, PASSWORD_HASHES
from simonides.domain.text.secrets.kinds.services import MESSAGING, MONITORING, OFFICE, PAYMENTS

# A line break in a sign is where a word begins or ends.
_KEY_SIGNS = (
    "begin", "ls0tls1crudjti", "private-lines",
    "privatekey", "private_key", "\nprivate\n", "rsakeyvalue", "\nkty\n", "age-secret",
)  # fmt: skip
_HEADER_SIGNS = (
    "eyj", "basic\n", "bearer\n", "authorization", "-token", "x-api-key", "functions-key", "sessionid=", "session_id=",
    "sessid=", "connect.sid", "\nauth\n", "_auth", "_password=",
)  # fmt: skip
_DATABASE_SIGNS = ("jdbc:", "password=", "pwd=", "otpauth:")
_FILE_SIGNS = (
    "machine\n", "\nsha\n", "ssha", ":5432:", "curl\n", "--pass", "sshpass", "mysql", "mariadb", "login\n",
    "pgpassword", "rediscli_auth",
)  # fmt: skip
_NAME_SIGNS = (
    "passw", "passp", "mot_de", "pwd", "contrase", "secret", "token", "credential",
    "_key", "-key", "apikey", "sskey", "ntkey", "erkey", "onkey",
    "\napi\n",
)  # fmt: skip
GROUPS: tuple[KindGroup, ...] = (
    KindGroup(KEYS, _KEY_SIGNS),
    KindGroup((*CLOUD, *CODE_HOSTS, *MODELS, *MESSAGING, *PAYMENTS, *MONITORING, *OFFICE)),
    KindGroup(CLOUD_SETTINGS, ("secret",)),
    KindGroup(HEADERS, _HEADER_SIGNS),
    KindGroup(ADDRESSES, value=LOGIN),
    KindGroup(DATABASE_SETTINGS, _DATABASE_SIGNS),
    KindGroup(PASSWORD_HASHES, value=HASH_SIGN),
    KindGroup(PASSWORD_FILES, _FILE_SIGNS),
    KindGroup(FRAMEWORK_KEYS, ("app_key=", "_key\n", "_salt\n")),
    KindGroup(ASSIGNMENTS, _NAME_SIGNS, VALUE),
)
KINDS: tuple[SecretKind, ...] = tuple(kind for group in GROUPS for kind in group.kinds)
