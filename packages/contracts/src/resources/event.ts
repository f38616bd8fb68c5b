import { z } from 'zod';

/** An event as clients see it: in the public log, in a stream and in what a webhook brings. */
export const publicEventSchema = z.object({
  id: z.string(),
  object: z.literal('event'),
  /** Null outside any account. */
  livemode: z.boolean().nullable(),
  /** Of the catalogue, or of a newer one. */
  type: z.string(),
  created_at: z.iso.datetime(),
  /** Null for what happens outside any account. */
  account_id: z.string().nullable(),
  /** From 1 without gaps within the account; null outside any. */
  sequence: z.int().nullable(),
  data: z.object({
    /** What it is about, as it is after the change. */
    object: z.record(z.string(), z.json()),
    /** The members that have changed, as they were. */
    previous: z.record(z.string(), z.json()).optional(),
  }),
  /** The request that caused it; null where Florin acted by itself. */
  request: z.object({ id: z.string().nullable(), idempotency_key: z.string().nullable() }),
});

export type PublicEvent = z.output<typeof publicEventSchema>;
