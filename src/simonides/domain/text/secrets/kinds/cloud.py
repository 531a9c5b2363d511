"""Keys of clouds, and of what runs in them."""

from simonides.domain.text.secrets.kind import AFTER, BEFORE, SecretKind, SecretPattern, token

_BASE32 = "[A-Z2-7]"
_ANY = "[A-Za-z0-9]"
_URL = "[A-Za-z0-9_-]"
_HEX = "[0-9a-f]"
_BASE64 = "[A-Za-z0-9+/]"

CLOUD: tuple[SecretKind, ...] = (
    token("aws-access-key", "AWS access key id", ("AKIA", "ASIA", "ABIA", "ACCA"), f"{_BASE32}{{16}}"),
    token("aws-session-token", "AWS session token", ("FwoGZXIvYXdz", "IQoJb3JpZ2lu"), f"{_BASE64}{{80,2000}}+={{0,2}}"),
    token("aws-bedrock-key", "Amazon Bedrock API key", "ABSK", f"{_BASE64}{{109,269}}+={{0,2}}"),
    token("google-api-key", "Google API key", "AIza", f"{_URL}{{35}}(?!-)"),
    token("google-access-token", "Google OAuth access token", "ya29.", "[A-Za-z0-9_.-]{40,400}+"),
    token("google-client-secret", "Google OAuth client secret", "GOCSPX-", f"{_URL}{{28}}"),
    token("google-refresh-token", "Google OAuth refresh token", "1//0", f"{_URL}{{40,160}}+"),
    token(
        "firebase-server-key",
        "Firebase Cloud Messaging server key",
        ":APA91b",
        f"{_URL}{{130,160}}+",
        back=11,
        before="AAAA[A-Za-z0-9_-]{7}",
    ),
    SecretKind(
        "azure-account-key",
        "Azure storage or Cosmos account key",
        ("AccountKey=",),
        SecretPattern(rf"AccountKey=(?P<secret>{_BASE64}{{86}}==)"),
    ),
    SecretKind(
        "azure-shared-access-key",
        "Azure shared access key",
        ("SharedAccessKey=",),
        SecretPattern(rf"SharedAccessKey=(?P<secret>{_BASE64}{{42,43}}=)"),
    ),
    SecretKind(
        "azure-signature",
        "Azure shared access signature",
        ("&sig=", "?sig="),
        SecretPattern(r"[&?]sig=(?P<secret>(?:[A-Za-z0-9+/]|%2[BbFf]){43}(?:%3[Dd]|=))"),
    ),
    SecretKind(
        "azure-client-secret",
        "Microsoft Entra client secret",
        ("Q~",),
        SecretPattern(rf"{BEFORE}[A-Za-z0-9_.~-]{{3}}[0-9]Q~[A-Za-z0-9_.~-]{{31,34}}{AFTER}"),
        back=4,
    ),
    token("azure-devops-token", "Azure DevOps personal access token", "AZDO", f"{_ANY}{{4}}", back=76, before=f"{_ANY}{{76}}"),
    token("azure-function-key", "Azure function key", "AzFu", f"{_ANY}{{6}}==", back=44, before=f"{_URL}{{44}}"),
    token("alibaba-access-key", "Alibaba Cloud access key id", "LTAI", f"{_ANY}{{20}}"),
    token("tencent-secret-id", "Tencent Cloud secret id", "AKID", f"{_ANY}{{32}}"),
    token("yandex-api-key", "Yandex Cloud API key", "AQVN", f"{_URL}{{35,38}}+"),
    token("digitalocean-token", "DigitalOcean personal access token", "dop_v1_", f"{_HEX}{{64}}"),
    token("digitalocean-oauth-token", "DigitalOcean OAuth token", "doo_v1_", f"{_HEX}{{64}}"),
    token("digitalocean-refresh-token", "DigitalOcean refresh token", "dor_v1_", f"{_HEX}{{64}}"),
    token("heroku-key", "Heroku API key", "HRKU-", f"{_URL}{{36,65}}+"),
    token("cloudflare-origin-key", "Cloudflare origin CA key", "v1.0-", f"{_HEX}{{24}}-{_HEX}{{146}}"),
    token("fly-token", "Fly.io access token", ("fo1_", "fm1r_", "fm2_"), "[A-Za-z0-9+/_-]{43,500}+={0,3}"),
    token("vault-service-token", "HashiCorp Vault service token", "hvs.", f"{_URL}{{90,300}}+"),
    token("vault-batch-token", "HashiCorp Vault batch token", "hvb.", f"{_URL}{{138,500}}+"),
    token("terraform-token", "Terraform Cloud token", ".atlasv1.", "[A-Za-z0-9_=-]{60,70}+", back=14, before=f"{_ANY}{{14}}"),
    token("pulumi-token", "Pulumi access token", "pul-", f"{_HEX}{{40}}"),
    token(
        "doppler-token",
        "Doppler token",
        ("dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."),
        "(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}",
    ),
    token("databricks-token", "Databricks access token", "dapi", f"{_HEX}{{32}}(?:-[0-9])?"),
    token("planetscale-token", "PlanetScale token", ("pscale_tkn_", "pscale_oauth_"), "[A-Za-z0-9_.=-]{32,64}+"),
    token("planetscale-password", "PlanetScale password", "pscale_pw_", "[A-Za-z0-9_.=-]{32,64}+"),
    token("supabase-token", "Supabase access token", "sbp_", f"(?:oauth_)?{_HEX}{{40}}"),
    token("supabase-secret-key", "Supabase secret key", "sb_secret_", f"{_URL}{{22,60}}+"),
    token("neon-key", "Neon API key", "napi_", "[a-z0-9]{64}"),
    token("atlas-secret", "MongoDB Atlas service account secret", "mdb_sa_sk_", f"{_URL}{{40}}"),
    token("netlify-token", "Netlify access token", "nfp_", f"{_ANY}{{36}}"),
    token("render-key", "Render API key", "rnd_", f"{_ANY}{{32}}"),
    token("deno-token", "Deno Deploy token", ("ddp_", "ddw_"), f"{_ANY}{{36}}"),
    token("scalingo-token", "Scalingo API token", "tk-us-", f"{_URL}{{48}}"),
    token(
        "tailscale-key",
        "Tailscale key",
        ("tskey-auth-", "tskey-api-", "tskey-client-", "tskey-scim-"),
        f"{_ANY}{{10,20}}-{_ANY}{{20,40}}",
    ),
    token("onepassword-service-token", "1Password service account token", "ops_eyJ", f"{_BASE64}{{250,1200}}+={{0,2}}"),
    token(
        "onepassword-secret-key",
        "1Password secret key",
        "A3-",
        "[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}",
    ),
)

CLOUD_SETTINGS: tuple[SecretKind, ...] = (
    SecretKind(
        "aws-secret-key",
        "AWS secret access key",
        ("secret_access_key", "secretaccesskey", "aws_secret_key", "secret access key", "secret_key", "secretkey"),
        SecretPattern(
            rf"[A-Za-z_ ]{{10,20}}+[\"'\]]{{0,2}}\s{{0,4}}(?:=>|[:=])\s{{0,4}}[\"']?(?P<secret>{_BASE64}{{40}})(?![A-Za-z0-9+/=])"
        ),
        is_folded=True,
    ),
)
