import { z } from 'zod';
import { idOrNull, instant, jsonObject, livemodeOrNull, objectOf, ownId } from './members.ts';

/** An event in its public shape: the same in the log, the stream and webhooks. */
export const publicEventSchema = z
  .object({
    id: ownId('event', 'event').describe(
      'Id of the event (`evt_…`), the same for every delivery. Use it to process each event once.',
    ),
    object: objectOf('event'),
    livemode: livemodeOrNull,
    type: z.string().meta({
      description: 'Type of the event. Later versions may add types: ignore unknown ones.',
      examples: ['invoice.paid'],
    }),
    created_at: instant('Time of the event (RFC 3339, UTC).'),
    account_id: idOrNull(
      'account',
      'Account that the event belongs to',
      'Null for changes outside any account.',
    ),
    sequence: z
      .int()
      .nullable()
      .describe(
        'Sequence number within the account, from 1 without gaps, in the order in which the log recorded the events; null outside any account.',
      ),
    data: z
      .object({
        object: jsonObject('The object after the change: the resource that the type begins with.'),
        previous: jsonObject(
          'The fields that changed, with their earlier values; absent if there is nothing to compare.',
        ).optional(),
      })
      .describe('The object that changed.'),
    request: z
      .object({
        id: z.string().nullable().describe('Its `Request-Id`; null if Florin acted by itself.'),
        idempotency_key: z.string().nullable().describe('Its `Idempotency-Key`; null if none.'),
      })
      .describe('The request that caused the event.'),
  })
  .meta({
    id: 'Event',
    description:
      'A change to an object. The log, the stream and webhook endpoints return the same event.',
  });

export type PublicEvent = z.output<typeof publicEventSchema>;
