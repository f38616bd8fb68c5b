import { z } from 'zod';

/** A month in the path of a request. */
export const monthParams = z.object({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month, for example 2026-01')
    .meta({ description: "A month in the seller's time zone.", examples: ['2026-01'] }),
});
