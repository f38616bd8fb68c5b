import { z } from 'zod';
import { scopes } from '../callers.ts';

/** An API key as clients see it, without its secret. */
export const apiKeySchema = z.object({
  id: z.string(),
  object: z.literal('api_key'),
  livemode: z.boolean(),
  account_id: z.string(),
  name: z.string(),
  /** How the secret begins, to tell keys apart. */
  prefix: z.string(),
  scopes: z.array(z.enum(scopes)),
  created_at: z.iso.datetime(),
  /** Null on a key that does not expire. */
  expires_at: z.iso.datetime().nullable(),
  /** To some minutes; null before the first use. */
  last_used_at: z.iso.datetime().nullable(),
});

export type ApiKeyResource = z.output<typeof apiKeySchema>;
