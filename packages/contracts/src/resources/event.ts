import { z } from 'zod';
import { idOrNull, instant, jsonObject, livemodeOrNull, objectOf, ownId } from './members.ts';

/** An event as clients see it: in the public log, in a stream and in what a webhook brings. */
export const publicEventSchema = z
  .object({
    id: ownId('event', 'event').describe(
      'Id of the event (`evt_…`): the same wherever it is shown, so that a receiver knows what it had already.',
    ),
    object: objectOf('event'),
    livemode: livemodeOrNull,
    type: z.string().meta({
      description:
        'What has happened: a type of the catalogue. Later versions add others: leave alone what you do not know.',
      examples: ['invoice.paid'],
    }),
    created_at: instant('When it happened (RFC 3339, UTC).'),
    account_id: idOrNull(
      'account',
      'Account that it belongs to',
      'Null for what happens outside any account.',
    ),
    sequence: z
      .int()
      .nullable()
      .describe(
        'Its number within the account, from 1 without gaps, in the order in which the log learned of it; null outside any account.',
      ),
    data: z
      .object({
        object: jsonObject(
          'What it is about, as it was after the change: the resource that the type begins with.',
        ),
        previous: jsonObject(
          'The members that have changed, as they were before; absent where there is nothing to compare.',
        ).optional(),
      })
      .describe('What has changed.'),
    request: z
      .object({
        id: z.string().nullable().describe('Its `Request-Id`; null where Florin acted by itself.'),
        idempotency_key: z.string().nullable().describe('Its `Idempotency-Key`; null without one.'),
      })
      .describe('The request that caused it.'),
  })
  .meta({
    id: 'Event',
    description:
      'That something has changed, told once for each change: in the log, in the stream and to webhook endpoints alike.',
  });

export type PublicEvent = z.output<typeof publicEventSchema>;
