"""Tokens of code hosts, package registries and build services."""

from simonides.domain.text.secrets.kind import SecretKind, token

_ANY = "[A-Za-z0-9]"
_URL = "[A-Za-z0-9_-]"
_HEX = "[0-9a-f]"
_GITLAB = "[A-Za-z0-9_-]{20,60}+(?:\\.[0-9a-z]{2}\\.[0-9a-z]{7,12})?"

CODE_HOSTS: tuple[SecretKind, ...] = (
    token("github-token", "GitHub personal access token", "ghp_", f"{_ANY}{{36}}"),
    token("github-fine-grained-token", "GitHub fine-grained token", "github_pat_", f"{_ANY}{{22}}_{_ANY}{{59}}"),
    token("github-oauth-token", "GitHub OAuth token", "gho_", f"{_ANY}{{36}}"),
    token("github-user-token", "GitHub user-to-server token", "ghu_", f"{_ANY}{{36}}"),
    token("github-server-token", "GitHub server-to-server token", "ghs_", f"{_ANY}{{36}}"),
    token("github-refresh-token", "GitHub refresh token", "ghr_", f"{_ANY}{{36,76}}"),
    token("gitlab-token", "GitLab personal access token", "glpat-", _GITLAB),
    token("gitlab-deploy-token", "GitLab deploy token", "gldt-", _GITLAB),
    token("gitlab-runner-token", "GitLab runner token", ("glrt-", "glrtr-"), _GITLAB),
    token("gitlab-job-token", "GitLab CI job token", "glcbt-", f"[0-9a-zA-Z]{{1,5}}_{_URL}{{20}}"),
    token("gitlab-trigger-token", "GitLab pipeline trigger token", "glptt-", f"{_HEX}{{40}}"),
    token("gitlab-feed-token", "GitLab feed token", "glft-", _GITLAB),
    token("gitlab-mail-token", "GitLab incoming mail token", "glimt-", f"{_URL}{{25}}"),
    token("gitlab-agent-token", "GitLab agent token", "glagent-", f"{_URL}{{50}}"),
    token("gitlab-oauth-secret", "GitLab OAuth application secret", "gloas-", f"{_URL}{{64}}"),
    token("gitlab-scim-token", "GitLab SCIM token", "glsoat-", _GITLAB),
    token("gitlab-registration-token", "GitLab runner registration token", "GR1348941", f"{_URL}{{20}}"),
    token("atlassian-token", "Atlassian API token", ("ATATT3", "ATCTT3"), "[A-Za-z0-9_=-]{170,250}+"),
    token("bitbucket-password", "Bitbucket app password", "ATBB", "[A-Za-z0-9]{24,32}[A-F0-9]{0,8}"),
    token("sourcegraph-token", "Sourcegraph access token", "sgp_", f"(?:local_|{_HEX}{{16}}_)?{_HEX}{{40}}"),
    token("npm-token", "npm access token", "npm_", f"{_ANY}{{36}}"),
    token("pypi-token", "PyPI upload token", ("pypi-AgEIcHlwaS5vcmc", "pypi-AgENdGVzdC5weXBpLm9yZw"), f"{_URL}{{50,500}}+"),
    token("rubygems-key", "RubyGems API key", "rubygems_", f"{_HEX}{{48}}"),
    token("crates-token", "crates.io API token", "cio", f"{_ANY}{{32}}"),
    token("nuget-key", "NuGet API key", "oy2", "[a-z0-9]{43}"),
    token("clojars-token", "Clojars deploy token", "CLOJARS_", "[a-z0-9]{60}"),
    token("docker-token", "Docker Hub access token", "dckr_pat_", f"{_URL}{{27}}"),
    token("docker-organisation-token", "Docker Hub organisation token", "dckr_oat_", f"{_URL}{{32}}"),
    token("artifactory-key", "Artifactory API key", "AKCp", f"{_ANY}{{69}}"),
    token("artifactory-reference-token", "Artifactory reference token", "cmVmdGtuOjAxOj", f"{_ANY}{{50}}"),
    token(
        "packagist-token",
        "Packagist token",
        ("packagist_out_", "packagist_ort_", "packagist_uut_", "packagist_urt_"),
        f"{_HEX}{{60,80}}+",
    ),
    token("circleci-token", "CircleCI token", ("CCIPAT_", "CCIPRJ_"), f"{_ANY}{{22}}_{_HEX}{{40}}"),
    token("buildkite-token", "Buildkite access token", "bkua_", "[a-z0-9]{40}"),
    token("sonar-token", "SonarQube token", ("squ_", "sqp_", "sqa_"), f"{_HEX}{{40}}"),
    token("snyk-token", "Snyk token", ("snyk_uat.", "snyk_sat."), "[a-f0-9]{8}\\.[A-Za-z0-9_.-]{30,400}+"),
    token("prefect-key", "Prefect API key", ("pnu_", "pnb_"), f"{_ANY}{{36}}"),
    token("postman-key", "Postman API key", "PMAK-", f"{_HEX}{{24}}-{_HEX}{{34}}"),
    token("readme-key", "ReadMe API key", "rdme_", "[a-z0-9]{70}"),
    token("wakatime-key", "WakaTime API key", "waka_", f"{_HEX}{{8}}(?:-{_HEX}{{4}}){{3}}-{_HEX}{{12}}"),
)
