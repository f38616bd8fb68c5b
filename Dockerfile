# One image for each app: docker build --build-arg APP=ledger --tag florin-ledger .
# Apps run from their source, so nothing is compiled; the image holds one app, the packages that it
# stands on and what they need in production.
ARG BASE_IMAGE=node:24-bookworm-slim

FROM ${BASE_IMAGE} AS install
WORKDIR /florin
COPY . .
# The version stands in package.json.
RUN npm install --global "$(node -p 'require("./package.json").packageManager')"
# From here on, not before, images differ.
ARG APP
RUN test -f "apps/$APP/src/main.ts" || { echo "set --build-arg APP to a folder of apps/" >&2; exit 1; }
RUN pnpm install --frozen-lockfile --prod --ignore-scripts --filter-prod "@florin/$APP..."
RUN mkdir /image \
  && cp -r --parents package.json LICENSE NOTICE THIRD_PARTY.md protos node_modules deploy/healthcheck.mjs \
    $(test "$APP" = gateway && ls -d docs/guides docs/errors) \
    $(pnpm list --filter-prod "@florin/$APP..." --depth -1 --parseable | sed 's,^/florin/,,') /image

FROM ${BASE_IMAGE}
ARG APP
# The hash that /version tells.
ARG COMMIT=
# What was taken at the busiest goes back to the system, as `npm start` has it.
ENV MALLOC_MMAP_THRESHOLD_=8192
ENV NODE_ENV=production FLORIN_MODE=production APP=${APP} FLORIN_COMMIT=${COMMIT}
COPY --from=install /image /florin
WORKDIR /florin/apps/${APP}
# What operators ask of the app: `docker exec … florin --help`.
RUN printf '#!/bin/sh\nexec node /florin/packages/service/src/operator/main.ts "$@"\n' \
    > /usr/local/bin/florin && chmod 755 /usr/local/bin/florin
# By number, for Kubernetes to see that it is not root; it owns no file here.
USER 1000:1000
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s CMD ["node", "/florin/deploy/healthcheck.mjs"]
ENTRYPOINT ["node", "src/main.ts"]
