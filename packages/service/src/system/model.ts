import { serviceNames } from '@florin/contracts';
import { z } from 'zod';

const backlog = z.int().meta({ description: 'Number of entries, counted up to 100000.' });
const ageSeconds = z
  .int()
  .meta({ description: 'Age of the oldest entry in seconds; 0 if there is none.' });

export const systemServiceSchema = z
  .object({
    object: z.literal('system_service').describe('Object type: always `system_service`.'),
    service: z.enum(serviceNames).describe('Name of the service.'),
    version: z.string().describe('Florin version.'),
    commit: z.string().nullable().meta({ description: 'Source commit, if known.' }),
    started_at: z.iso
      .datetime()
      .meta({ description: 'Start time of the process that handles the request.' }),
    features: z
      .record(z.string(), z.boolean())
      .meta({ description: 'Features that the settings enable or disable.' }),
    nats: z
      .enum(['connected', 'away'])
      .describe('Whether the connection to NATS, which carries events between services, is up.'),
    outbox: z.object({ backlog, age_seconds: ageSeconds }).nullable().meta({
      description: 'Unpublished events; null for a service without events.',
    }),
    consumers: z
      .array(
        z.object({
          from_service: z.enum(serviceNames).describe('Service that publishes the messages.'),
          backlog: z
            .int()
            .nullable()
            .meta({ description: 'Number of unhandled messages; null if NATS does not respond.' }),
          age_seconds: z
            .int()
            .nullable()
            .describe('Age of the oldest message in seconds; null if unknown.'),
        }),
      )
      .meta({ description: 'Unhandled messages of other services.' }),
    dead_letters: z
      .object({
        count: backlog,
        data: z
          .array(
            z.object({
              event_id: z
                .string()
                .nullable()
                .describe('Id of the event (`evt_…`); null if it could not be read.'),
              reason: z.string().describe('Human-readable reason of the failure.'),
              created_at: z.iso.datetime().describe('Time of the failure (RFC 3339, UTC).'),
            }),
          )
          .describe('The 50 oldest.'),
      })
      .nullable()
      .meta({
        description: 'Events that could not be handled, with the reasons of the 50 oldest.',
      }),
    unended_work: z
      .object({
        count: backlog,
        age_seconds: ageSeconds,
        data: z
          .array(
            z.object({
              kind: z.string().describe('Type of the saga.'),
              step: z.string().describe('Current step.'),
              attempts: z
                .int()
                .meta({ description: 'Number of failed attempts of the current step.' }),
              begun_at: z.iso.datetime().describe('Start time (RFC 3339, UTC).'),
            }),
          )
          .describe('The 50 oldest.'),
      })
      .nullable()
      .meta({ description: 'Unfinished sagas, which are work across services: the 50 oldest.' }),
  })
  .meta({
    id: 'SystemService',
    description: 'Status of a service, as seen by one of its processes.',
  });
export type SystemService = z.output<typeof systemServiceSchema>;
