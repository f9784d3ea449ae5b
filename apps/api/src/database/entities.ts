import type { EntitySchema } from 'typeorm';

/** Every TypeORM entity, explicitly. Append yours; the engine's and the identity's tables are plain SQL and have none. */
export const entities: (EntitySchema | (new () => object))[] = [];
