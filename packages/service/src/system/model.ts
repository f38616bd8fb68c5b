import { serviceNames } from '@florin/contracts';
import { z } from 'zod';

const backlog = z.int().meta({ description: 'Counted up to 100000.' });
const ageSeconds = z.int().meta({ description: 'Of the oldest; 0 without any.' });

export const systemServiceSchema = z
  .object({
    object: z.literal('system_service').describe('What this object is: always `system_service`.'),
    service: z.enum(serviceNames).describe('Name of the service.'),
    version: z.string().describe('Version of Florin that it runs.'),
    commit: z.string().nullable().meta({ description: 'Of its source, where that is known.' }),
    started_at: z.iso.datetime().meta({ description: 'Of the process that answers.' }),
    features: z
      .record(z.string(), z.boolean())
      .meta({ description: 'What the settings of the service switch on and off.' }),
    nats: z
      .enum(['connected', 'away'])
      .describe('Whether it reaches NATS, by which events go from service to service.'),
    outbox: z.object({ backlog, age_seconds: ageSeconds }).nullable().meta({
      description: 'Events that are not published yet; null for a service that tells none.',
    }),
    consumers: z
      .array(
        z.object({
          from_service: z.enum(serviceNames).describe('Service whose messages they are.'),
          backlog: z.int().nullable().meta({ description: 'Null where NATS does not answer.' }),
          age_seconds: z
            .int()
            .nullable()
            .describe('Age of the oldest in seconds; null where it is not known.'),
        }),
      )
      .meta({ description: 'Messages of other services that are not handled yet.' }),
    dead_letters: z
      .object({
        count: backlog,
        data: z
          .array(
            z.object({
              event_id: z
                .string()
                .nullable()
                .describe('Id of the event (`evt_…`); null where it could not be read.'),
              reason: z.string().describe('Why it could not be handled, for people.'),
              created_at: z.iso.datetime().describe('When that was (RFC 3339, UTC).'),
            }),
          )
          .describe('The oldest 50.'),
      })
      .nullable()
      .meta({ description: 'Events that could not be handled, the oldest 50 with why.' }),
    unended_work: z
      .object({
        count: backlog,
        age_seconds: ageSeconds,
        data: z
          .array(
            z.object({
              kind: z.string().describe('What kind of work it is.'),
              step: z.string().describe('Step at which it is.'),
              attempts: z.int().meta({ description: 'Of this step, in vain.' }),
              begun_at: z.iso.datetime().describe('When the work began (RFC 3339, UTC).'),
            }),
          )
          .describe('The oldest 50.'),
      })
      .nullable()
      .meta({ description: 'Work across services that has not ended, the oldest 50 of it.' }),
  })
  .meta({
    id: 'SystemService',
    description: 'How one service is, as whichever process of it answers sees it.',
  });
export type SystemService = z.output<typeof systemServiceSchema>;
