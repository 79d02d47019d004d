# syntax=docker/dockerfile:1
FROM node:26-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
COPY scripts/setup.mjs scripts/
# As npm start installs: the build below finds it done.
RUN node scripts/setup.mjs
COPY . .
# Compiled into the pages: a change needs a new image.
ARG SITE_URL VITE_BACKEND_URL BACKEND_ANON_KEY
RUN npm run build
# Only what the server and the commands import (decision 19).
RUN node deploy/runtime.ts /runtime && cd /runtime && npm install --omit=dev --omit=optional --no-audit --no-fund

FROM node:26-slim
WORKDIR /site
COPY --from=build /runtime .
RUN install -d -o node -g node -m 700 /data
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server/index.ts"]
