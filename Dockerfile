# One image for each app: docker build --build-arg APP=ledger --tag florin-ledger .
# Apps run from source, so nothing is compiled. The image contains one app, its packages and their
# production dependencies.
ARG BASE_IMAGE=node:24-bookworm-slim

FROM ${BASE_IMAGE} AS install
WORKDIR /florin
COPY . .
# package.json has the version of pnpm.
RUN npm install --global "$(node -p 'require("./package.json").packageManager')"
# The layers above are shared by all images.
ARG APP
RUN test -f "apps/$APP/src/main.ts" || { echo "set --build-arg APP to a folder of apps/" >&2; exit 1; }
RUN pnpm install --frozen-lockfile --prod --ignore-scripts --filter-prod "@florin/$APP..."
RUN mkdir /image \
  && cp -r --parents package.json LICENSE NOTICE THIRD_PARTY.md protos node_modules deploy/healthcheck.mjs \
    $(test "$APP" = gateway && ls -d docs/guides docs/errors) \
    $(pnpm list --filter-prod "@florin/$APP..." --depth -1 --parseable | sed 's,^/florin/,,') /image

FROM ${BASE_IMAGE}
ARG APP
# Commit that /version reports.
ARG COMMIT=
# Returns memory to the system after load peaks, like `npm start`.
ENV MALLOC_MMAP_THRESHOLD_=8192
ENV NODE_ENV=production FLORIN_MODE=production APP=${APP} FLORIN_COMMIT=${COMMIT}
COPY --from=install /image /florin
WORKDIR /florin/apps/${APP}
# Operator commands: `docker exec … florin --help`.
RUN printf '#!/bin/sh\nexec node /florin/packages/service/src/operator/main.ts "$@"\n' \
    > /usr/local/bin/florin && chmod 755 /usr/local/bin/florin
# Numeric, so that Kubernetes can verify that it is not root. It owns no files.
USER 1000:1000
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s CMD ["node", "/florin/deploy/healthcheck.mjs"]
ENTRYPOINT ["node", "src/main.ts"]
