import { z } from 'zod';

/** A customer of an account as clients see it. */
export const customerSchema = z.object({
  id: z.string(),
  object: z.literal('customer'),
  account_id: z.string(),
  external_id: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  metadata: z.record(z.string(), z.json()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type CustomerResource = z.output<typeof customerSchema>;
