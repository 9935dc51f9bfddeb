# SpreadDesk in containers (docs/operating.md). Not run yet where this was written: there is no Docker.
#   docker build --target gateway -t spreaddesk .

FROM node:20-bookworm-slim AS project
WORKDIR /project
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .

FROM project AS package
RUN npm run build && npm run package -- --workbench --out /package \
  && mv /package/spreaddesk-*-linux-*/ /spreaddesk

# The platform to try it on. It is no part of the package.
FROM project AS simulator
USER node
ENV SIMULATOR_HOST=0.0.0.0 SIMULATOR_PORT=3001
EXPOSE 3001
CMD ["node", "--import", "tsx", "src/simulator/main.ts"]

FROM node:20-bookworm-slim AS gateway
# The folders have their owner before volumes are laid over them.
RUN groupadd --gid 10001 spreaddesk \
  && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin spreaddesk \
  && install -d -o 10001 -g 10001 -m 700 /data /key \
  && rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-*
COPY --from=package /spreaddesk /opt/spreaddesk
WORKDIR /opt/spreaddesk
USER 10001:10001
ENV NODE_ENV=production DESK_DATA=/data DESK_HOST=0.0.0.0 DESK_PORT=3000
VOLUME /data
EXPOSE 3000
# SIGTERM lets what is on its way end; the gateway cuts itself off after 15 seconds, so stop it with a longer grace.
STOPSIGNAL SIGTERM
# Whether it answers, not whether the desk is well: a restart mends neither a database nor a platform.
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://localhost:' + process.env.DESK_PORT + '/').then(({ status }) => process.exit(status < 500 ? 0 : 1), () => process.exit(1))"]
# Node runs as the first process and takes the signals itself.
CMD ["node", "spreaddesk.mjs"]
