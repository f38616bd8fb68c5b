import { z } from 'zod';
import { formerNameMeta } from '../former-names.ts';

/** An account as clients see it. */
export const accountSchema = z.object({
  id: z.string(),
  object: z.literal('account'),
  livemode: z.boolean(),
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
    return_urls: z.array(z.string()).optional().meta(formerNameMeta('return_urls')),
  }),
  /** Where payment pages may lead back to. */
  return_urls: z.array(z.string()),
});

export type AccountResource = z.output<typeof accountSchema>;
