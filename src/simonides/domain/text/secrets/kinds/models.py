"""Keys of services that run models."""

from simonides.domain.text.secrets.kind import AFTER, BEFORE, SecretKind, SecretPattern, token

_ANY = "[A-Za-z0-9]"
_URL = "[A-Za-z0-9_-]"
_HEX = "[0-9a-f]"
_UUID = f"{_HEX}{{8}}(?:-{_HEX}{{4}}){{3}}-{_HEX}{{12}}"

MODELS: tuple[SecretKind, ...] = (
    token("anthropic-key", "Anthropic API key", "sk-ant-api", f"[0-9]{{2}}-{_URL}{{80,110}}+"),
    token("anthropic-admin-key", "Anthropic admin key", "sk-ant-admin", f"[0-9]{{2}}-{_URL}{{80,110}}+"),
    token(
        "anthropic-session-token",
        "Anthropic OAuth token",
        ("sk-ant-oat", "sk-ant-ort", "sk-ant-sid"),
        f"[0-9]{{2}}-{_URL}{{80,120}}+",
    ),
    token("openrouter-key", "OpenRouter API key", "sk-or-v1-", f"{_HEX}{{64}}"),
    token("langfuse-key", "Langfuse secret key", "sk-lf-", _UUID),
    token("openai-project-key", "OpenAI project key", "sk-proj-", f"{_URL}{{40,180}}+"),
    token("openai-service-key", "OpenAI service account key", ("sk-svcacct-", "sk-None-"), f"{_URL}{{40,180}}+"),
    token("openai-admin-key", "OpenAI admin key", "sk-admin-", f"{_URL}{{40,180}}+"),
    SecretKind(
        "openai-key",
        "OpenAI API key",
        ("T3BlbkFJ",),
        SecretPattern(f"{BEFORE}sk-{_ANY}{{20}}T3BlbkFJ{_ANY}{{20}}{AFTER}"),
        back=23,
    ),
    token("deepseek-key", "DeepSeek or similar API key", "sk-", f"{_HEX}{{32}}(?!-)"),
    token("elevenlabs-key", "ElevenLabs API key", "sk_", f"{_HEX}{{48}}"),
    token("groq-key", "Groq API key", "gsk_", f"{_ANY}{{52}}"),
    token("xai-key", "xAI API key", "xai-", f"{_ANY}{{80}}"),
    token("perplexity-key", "Perplexity API key", "pplx-", f"{_ANY}{{48,56}}"),
    token("huggingface-token", "Hugging Face token", "hf_", f"{_ANY}{{34}}"),
    token("huggingface-organisation-token", "Hugging Face organisation token", "api_org_", f"{_ANY}{{34}}"),
    token("replicate-token", "Replicate API token", "r8_", f"{_ANY}{{37}}"),
    token("together-key", "Together API key", "tgp_v1_", f"{_URL}{{43}}"),
    token("nvidia-key", "NVIDIA API key", "nvapi-", f"{_URL}{{60,70}}+"),
    token("langsmith-key", "LangSmith API key", ("lsv2_pt_", "lsv2_sk_"), f"{_HEX}{{32}}_{_HEX}{{10}}"),
    token("pinecone-key", "Pinecone API key", "pcsk_", f"{_ANY}{{5,6}}_{_ANY}{{60,65}}"),
    token("voyage-key", "Voyage API key", "pa-", f"{_URL}{{43}}"),
    token("tavily-key", "Tavily API key", "tvly-", f"(?:dev-|prod-)?{_ANY}{{32}}"),
    token("cerebras-key", "Cerebras API key", "csk-", "[a-z0-9]{48}"),
    token("fireworks-key", "Fireworks API key", "fw_", f"{_ANY}{{22,24}}"),
    token("kaggle-token", "Kaggle API token", "KGAT_", f"{_HEX}{{32}}"),
)
