import { z } from 'zod';

/** The query of every list, as react-admin sends it: JSON in the parameters (protocols.md section 2). */
export const listQuerySchema = z.strictObject({
  /** `["name","ASC"]` */
  sort: z.string().max(200).optional(),
  /** `[0,24]`, both ends included */
  range: z.string().max(50).optional(),
  /** `{"name":"x","id":["…"],"q":"…"}`: equality, an array means any of them, `q` searches */
  filter: z.string().max(20_000).optional(),
});
export type ListQuery = z.infer<typeof listQuerySchema>;
