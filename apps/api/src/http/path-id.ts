import { z } from 'zod';

/** For `@Param('userId', { schema: pathId })`: a malformed id is answered like an unknown one. */
export const pathId = z.uuid();
