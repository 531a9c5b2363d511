"""Keys of services for mail, messages, payments, monitoring and the office."""

from simonides.domain.text.secrets.kind import AFTER, BEFORE, Match, SecretKind, SecretPattern, is_real, token

_ANY = "[A-Za-z0-9]"
_URL = "[A-Za-z0-9_-]"
_HEX = "[0-9a-f]"
_UUID = f"{_HEX}{{8}}(?:-{_HEX}{{4}}){{3}}-{_HEX}{{12}}"


def _follows_bot_id(match: Match) -> bool:
    """Whether eight to ten digits stand before the colon, as in the tokens of Telegram."""
    before = match.string[max(match.start() - 11, 0) : match.start()]
    digits = len(before) - len(before.rstrip("0123456789"))
    return 8 <= digits <= 10 and is_real(match)


MESSAGING: tuple[SecretKind, ...] = (
    token("slack-bot-token", "Slack bot token", "xoxb-", "[0-9]{8,14}-[0-9A-Za-z-]{18,60}+"),
    token("slack-user-token", "Slack user token", "xoxp-", "(?:[0-9]{8,14}-){2,3}[0-9A-Za-z-]{28,40}+"),
    token("slack-workspace-token", "Slack workspace token", ("xoxa-", "xoxr-", "xoxs-", "xoxo-"), "[0-9A-Za-z-]{30,90}+"),
    token("slack-refresh-token", "Slack refresh token", ("xoxe-", "xoxe.xoxb-", "xoxe.xoxp-"), "[0-9]-[A-Za-z0-9]{140,180}"),
    token("slack-cookie", "Slack session token", "xoxc-", "(?:[0-9]{8,14}-){3}[0-9a-f]{64}"),
    token("slack-app-token", "Slack app token", "xapp-", "[0-9]-[A-Z0-9]{8,14}-[0-9]{10,14}-[a-z0-9]{60,70}"),
    SecretKind(
        "slack-webhook",
        "Slack webhook",
        ("hooks.slack.com/",),
        SecretPattern(
            rf"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[A-Z0-9]{{8,14}}/[A-Z0-9]{{8,14}}/{_ANY}{{20,30}}){AFTER}"
        ),
    ),
    SecretKind(
        "discord-webhook",
        "Discord webhook",
        ("/api/webhooks/",),
        SecretPattern(rf"/api/webhooks/[0-9]{{17,20}}/(?P<secret>{_URL}{{60,80}}+)"),
    ),
    SecretKind(
        "teams-webhook",
        "Microsoft Teams webhook",
        ("/IncomingWebhook/",),
        SecretPattern(rf"/IncomingWebhook/(?P<secret>{_HEX}{{32}}/{_UUID})"),
    ),
    SecretKind(
        "telegram-token", "Telegram bot token", (":AA",), SecretPattern(f":AA{_URL}{{33}}{AFTER}"), accepts=_follows_bot_id
    ),
    token("twilio-key", "Twilio API key", "SK", f"{_HEX}{{32}}"),
    token("sendgrid-key", "SendGrid API key", "SG.", f"{_URL}{{22}}\\.{_URL}{{43}}"),
    token("mailgun-key", "Mailgun API key", "key-", f"{_HEX}{{32}}"),
    token("mailchimp-key", "Mailchimp API key", "-us", "[0-9]{1,2}", back=32, before=f"{_HEX}{{32}}"),
    token("brevo-key", "Brevo API key", ("xkeysib-", "xsmtpsib-"), f"{_HEX}{{64}}-{_ANY}{{16}}"),
    token("resend-key", "Resend API key", "re_", f"{_ANY}{{8}}_{_ANY}{{24}}"),
    token("mailersend-token", "MailerSend API token", "mlsn.", f"{_HEX}{{64}}"),
    SecretKind(
        "zapier-webhook",
        "Zapier webhook",
        ("hooks.zapier.com/hooks/catch/",),
        SecretPattern(r"hooks\.zapier\.com/hooks/catch/(?P<secret>[0-9]{4,12}/[a-z0-9]{5,12})"),
    ),
)

PAYMENTS: tuple[SecretKind, ...] = (
    token("stripe-key", "Stripe secret key", ("sk_live_", "sk_test_", "sk_prod_"), f"{_ANY}{{24,247}}"),
    token("stripe-restricted-key", "Stripe restricted key", ("rk_live_", "rk_test_", "rk_prod_"), f"{_ANY}{{24,247}}"),
    token("stripe-webhook-secret", "Stripe webhook secret", "whsec_", "[A-Za-z0-9+/]{32,64}+=?"),
    token("square-token", "Square access token", "sq0atp-", f"{_URL}{{22}}"),
    token("square-secret", "Square OAuth secret", "sq0csp-", f"{_URL}{{43}}"),
    token("square-production-token", "Square production token", "EAAA", f"{_URL}{{60}}"),
    token(
        "braintree-token", "Braintree access token", "access_token$", f"(?:production|sandbox)\\$[0-9a-z]{{16}}\\${_HEX}{{32}}"
    ),
    token("shopify-token", "Shopify access token", ("shpat_", "shpca_", "shppa_"), "[0-9a-fA-F]{32}"),
    token("shopify-secret", "Shopify shared secret", "shpss_", "[0-9a-fA-F]{32}"),
    token("plaid-token", "Plaid access token", ("access-sandbox-", "access-development-", "access-production-"), _UUID),
    token("flutterwave-key", "Flutterwave secret key", ("FLWSECK-", "FLWSECK_TEST-"), "[0-9a-hA-H]{32}(?:-X)?"),
    token("easypost-key", "EasyPost API key", ("EZAK", "EZTK"), f"{_ANY}{{54}}"),
    token("shippo-token", "Shippo API token", ("shippo_live_", "shippo_test_"), f"{_HEX}{{40}}"),
    token("duffel-token", "Duffel API token", ("duffel_live_", "duffel_test_"), f"{_URL}{{43}}"),
    token("extended-private-key", "extended private key of a wallet", "xprv", "[1-9A-HJ-NP-Za-km-z]{107}"),
)

MONITORING: tuple[SecretKind, ...] = (
    token("newrelic-key", "New Relic user key", "NRAK-", "[A-Z0-9]{27}"),
    token("newrelic-insert-key", "New Relic insert key", "NRII-", f"{_URL}{{32}}"),
    token("newrelic-licence-key", "New Relic licence key", "NRAL", "", back=36, before=f"{_HEX}{{36}}"),
    token("grafana-token", "Grafana service account token", "glsa_", f"{_ANY}{{32}}_{_HEX}{{8}}"),
    token("grafana-cloud-token", "Grafana Cloud token", "glc_eyJ", "[A-Za-z0-9+/]{40,400}+={0,3}"),
    token("sentry-organisation-token", "Sentry organisation token", "sntrys_eyJ", "[A-Za-z0-9+/=_-]{80,400}+"),
    token("sentry-user-token", "Sentry user token", "sntryu_", f"{_HEX}{{64}}"),
    token("dynatrace-token", "Dynatrace token", ("dt0c01.", "dt0s01.", "dt0s16."), "[A-Z2-7]{24}\\.[A-Z2-7]{64}"),
    token("honeycomb-key", "Honeycomb key", ("hcaik_", "hcxik_"), f"{_ANY}{{58}}"),
    token("posthog-key", "PostHog personal key", ("phx_", "phs_"), f"{_ANY}{{40,50}}"),
    token("launchdarkly-key", "LaunchDarkly key", ("sdk-", "api-"), _UUID),
)

OFFICE: tuple[SecretKind, ...] = (
    token("notion-token", "Notion integration token", ("ntn_", "secret_"), f"{_ANY}{{43,46}}"),
    token("airtable-token", "Airtable access token", "pat", f"{_ANY}{{14}}\\.{_HEX}{{64}}"),
    token("linear-key", "Linear API key", ("lin_api_", "lin_oauth_"), f"{_ANY}{{40,64}}"),
    token("figma-token", "Figma access token", ("figd_", "figo_", "figu_"), f"{_URL}{{40,60}}+"),
    token("typeform-token", "Typeform token", "tfp_", "[A-Za-z0-9_.=-]{40,70}+"),
    token("contentful-token", "Contentful token", "CFPAT-", f"{_URL}{{43}}"),
    token("dropbox-token", "Dropbox access token", "sl.", f"{_URL}{{130,300}}+"),
    token("hubspot-token", "HubSpot private app token", ("pat-na1-", "pat-na2-", "pat-eu1-"), _UUID),
    token("facebook-token", "Facebook access token", "EAA", f"{_ANY}{{90,300}}"),
    token("twitter-bearer-token", "Twitter bearer token", "AAAAAAAAAAAAAAAAAAAAA", "[A-Za-z0-9%]{60,120}+"),
    token("mapbox-token", "Mapbox secret token", "sk.eyJ", f"{_URL}{{60,120}}+\\.{_URL}{{22}}"),
    token("salesforce-session", "Salesforce session id", "00D", f"{_ANY}{{12,15}}![A-Za-z0-9_.]{{80,140}}+"),
    token("frameio-token", "Frame.io token", "fio-u-", f"{_URL}{{64}}"),
    SecretKind(
        "cloudinary-address",
        "Cloudinary address with its secret",
        ("cloudinary://",),
        SecretPattern(rf"cloudinary://[0-9]{{12,18}}:(?P<secret>{_URL}{{20,40}}+)@"),
    ),
    SecretKind(
        "asana-token",
        "Asana access token",
        ("1/", "2/"),
        SecretPattern(f"{BEFORE}[12]/[0-9]{{15,17}}(?:/[0-9]{{15,17}})?:{_HEX}{{32}}{AFTER}"),
    ),
)
