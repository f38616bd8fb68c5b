import { serviceNames } from '@florin/contracts';
import { z } from 'zod';

const backlog = z.int().meta({ description: 'Counted up to 100000.' });
const ageSeconds = z.int().meta({ description: 'Of the oldest; 0 without any.' });

/** How one service is, as whichever process of it answers sees it. */
export const systemServiceSchema = z.object({
  object: z.literal('system_service'),
  service: z.enum(serviceNames),
  version: z.string(),
  commit: z.string().nullable().meta({ description: 'Of its source, where that is known.' }),
  started_at: z.iso.datetime().meta({ description: 'Of the process that answers.' }),
  features: z
    .record(z.string(), z.boolean())
    .meta({ description: 'What the settings of the service switch on and off.' }),
  nats: z.enum(['connected', 'away']),
  outbox: z.object({ backlog, age_seconds: ageSeconds }).nullable().meta({
    description: 'Events that are not published yet; null for a service that tells none.',
  }),
  consumers: z
    .array(
      z.object({
        from_service: z.enum(serviceNames),
        backlog: z.int().nullable().meta({ description: 'Null where NATS does not answer.' }),
        age_seconds: z.int().nullable(),
      }),
    )
    .meta({ description: 'Messages of other services that are not handled yet.' }),
  dead_letters: z
    .object({
      count: backlog,
      data: z.array(
        z.object({
          event_id: z.string().nullable(),
          reason: z.string(),
          created_at: z.iso.datetime(),
        }),
      ),
    })
    .nullable()
    .meta({ description: 'Events that could not be handled, the oldest 50 with why.' }),
  unended_work: z
    .object({
      count: backlog,
      age_seconds: ageSeconds,
      data: z.array(
        z.object({
          ...{ kind: z.string(), step: z.string() },
          attempts: z.int().meta({ description: 'Of this step, in vain.' }),
          begun_at: z.iso.datetime(),
        }),
      ),
    })
    .nullable()
    .meta({ description: 'Work across services that has not ended, the oldest 50 of it.' }),
});
export type SystemService = z.output<typeof systemServiceSchema>;
