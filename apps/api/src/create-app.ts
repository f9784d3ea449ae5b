import 'reflect-metadata';

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { newId } from '@roster/agents/kernel';
import express, { type Express } from 'express';

import { AppModule } from './app.module.ts';
import type { Config } from './config/config.ts';
import { findAdminDist } from './http/admin-dist.ts';
import { adminPage } from './http/admin-page.ts';
import { NotFoundError } from './http/errors/not-found-error.ts';
import { crossOrigin } from './http/cross-origin.ts';
import { jsonBody } from './http/json-body.ts';
import type { AppRequest } from './http/request-context.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Overrides } from './overrides.ts';
import { createLogger } from './telemetry/logger.ts';
import { NestLogger } from './telemetry/nest-logger.ts';

export interface RosterApp {
  /** For tests and tools: `app.get(SomeService)`. */
  nest: NestExpressApplication;
  /** Starts to listen at the configured host and port; returns the address without a slash at its end. */
  listen(): Promise<string>;
  /** No new requests, open streams cut, workers drained, connections closed. The database is the caller's to stop. */
  close(): Promise<void>;
}

/** The only way the server is built: main, worker and tests call it. `config.database` is the external kind, migrated. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RosterApp> {
  const logger = overrides.logger ?? createLogger(config.logLevel);
  const nest = await NestFactory.create<NestExpressApplication>(AppModule.for(config, { ...overrides, logger }), new ExpressAdapter(createServer(config)), {
    bodyParser: false, // ours has limits per route
    forceCloseConnections: true,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  await nest.init();
  return {
    nest,
    listen: async () => {
      await nest.listen(config.port, config.host);
      return addressOf(nest.getHttpServer() as Server, config.host);
    },
    close: () => nest.close(),
  };
}

/** Paths mean exactly what they say: no case folding, no optional slash at the end. Nothing here decides access. */
function createServer(config: Config): Express {
  const server = express();
  server.enable('case sensitive routing');
  server.enable('strict routing');
  server.disable('x-powered-by');
  server.disable('etag');
  server.set('query parser', 'simple');
  server.set('trust proxy', [...config.http.trustedProxies]);
  server.use((request, _response, next) => {
    (request as AppRequest).requestId = newId();
    next(isReadable(request.path) ? undefined : new NotFoundError());
  });
  server.use(...securityHeaders({ isHttps: config.publicUrl?.startsWith('https:') ?? false }));
  const adminDist = config.role === 'worker' ? null : findAdminDist();
  if (adminDist !== null) server.use(...adminPage(adminDist));
  server.use(crossOrigin(config.http.corsOrigins));
  server.use(jsonBody(config.http));
  return server;
}

function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
