FROM node:20-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --include=dev && node scripts/build.mjs && npm prune --omit=dev

FROM node:20-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build --chown=node:node /app .
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
CMD ["node", "apps/api/dist/main.js"]
