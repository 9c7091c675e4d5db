# The gateway in a container: docs/administrators/how-to.md, "In a container".
FROM node:20.20.2-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm pack --ignore-scripts --silent --pack-destination /tmp
WORKDIR /app
# What the package holds, without sources, and what it needs, in the versions of the lock.
RUN tar -xzf /tmp/locus-*.tgz --strip-components=1 \
  && cp /src/package-lock.json /src/.npmrc . \
  && npm ci --omit=dev

FROM node:20.20.2-bookworm-slim
COPY --from=build /app /app
RUN install -d -o 1000 -g 1000 -m 700 /data
# Outside the container, only what is published can be reached: publish 8081 to administrators alone.
ENV NODE_ENV=production HOST=0.0.0.0 ADMIN_HOST=0.0.0.0 LOCUS_DATA=/data
WORKDIR /app
USER 1000:1000
VOLUME /data
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:8081/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "build/gateway.cjs"]
