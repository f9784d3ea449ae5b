/** A client key of a new test conversation (protocols.md section 3); each side of a comparison adds its name. */
export const newThreadKey = (): string => `pg-${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`;
