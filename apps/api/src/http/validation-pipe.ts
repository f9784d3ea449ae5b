import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { z } from 'zod';

import { NotFoundError } from './errors/not-found-error.ts';
import { classifyIssues } from './classify-issues.ts';

/** Holds every argument that names a schema against it: `@Body({ schema })`, `@Query({ schema })`, `@Param('agentId', { schema })`. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { schema, type }: ArgumentMetadata): unknown {
    if (!(schema instanceof z.ZodType)) return value;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    if (type === 'param') throw new NotFoundError(); // an id that cannot exist is an id that does not exist
    throw classifyIssues(result.error.issues, value, type === 'query' ? 'query' : 'body');
  }
}
