import 'reflect-metadata';

import { NestFactory } from '@nestjs/core';

import { AppModule } from '../app.module.ts';
import { readConfig } from '../config/read-config.ts';
import { buildDocument, type OpenApiDocument } from './build-document.ts';

/** The document without a database: the application is looked at, not started. */
export async function describeApi(): Promise<OpenApiDocument> {
  const config = readConfig({ DATABASE_URL: 'postgres://nowhere/none' });
  const app = await NestFactory.create(AppModule.for(config, {}), { preview: true, logger: false, abortOnError: false });
  try {
    return buildDocument(app);
  } finally {
    await app.close();
  }
}
