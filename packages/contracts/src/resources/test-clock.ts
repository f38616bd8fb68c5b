import { z } from 'zod';

export const testClockStatuses = ['ready', 'advancing'] as const;

/** A clock that stands still until it is advanced, and by which subscriptions can live. */
export const testClockSchema = z.object({
  id: z.string(),
  object: z.literal('test_clock'),
  livemode: z.boolean(),
  account_id: z.string(),
  /** The time it shows. While it is being advanced: how far it has come. */
  frozen_time: z.iso.datetime(),
  status: z.enum(testClockStatuses),
  /** Where it is being advanced to; null while it is ready. */
  advancing_to: z.iso.datetime().nullable(),
  /** By the real time. */
  created_at: z.iso.datetime(),
});

export type TestClockResource = z.output<typeof testClockSchema>;
