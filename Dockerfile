# One server over HTTP, its palaces in the volume /data.
# docker build -t simonides . && docker run -p 127.0.0.1:3031:3031 -v simonides:/data -e SIMONIDES_TOKEN=... simonides
FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY src ./src
# The folder is the package; what it needs is bounded in pyproject.toml.
# hadolint ignore=DL3013
RUN pip install --no-cache-dir --prefix=/install ".[http,postgres]"

FROM python:3.12-slim
COPY --from=build /install /usr/local
RUN useradd --create-home --uid 10001 simonides && install -d -o simonides -m 0700 /data
# By number, so that a host that knows no names can tell that it is not root.
USER 10001
ENV SIMONIDES_HOME=/data
VOLUME /data
EXPOSE 3031
HEALTHCHECK --interval=30s --timeout=5s CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:3031/health', timeout=4)"]
ENTRYPOINT ["simonides"]
CMD ["serve", "--http", "0.0.0.0:3031", "--http-only", "--tools", "core"]
