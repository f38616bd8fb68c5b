import { z } from 'zod';

/** An account as clients see it. */
export const accountSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  type: z.enum(['individual', 'business']),
  status: z.enum(['active', 'pending', 'suspended', 'closed']),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  settings: z.object({
    currency: z.string(),
    timezone: z.string(),
    language: z.string(),
    /** Where payment pages may lead back to; absent from events of before there were any. */
    return_urls: z.array(z.string()).optional(),
  }),
});

export type AccountResource = z.output<typeof accountSchema>;
