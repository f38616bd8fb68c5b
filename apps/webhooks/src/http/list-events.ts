import { publicEventSchema } from '@florin/contracts';
import { cursorFields, defineRoute, filterField, listReply, oneCursor } from '@florin/http-api';
import { z } from 'zod';
import type { ReadEvents } from '../operations/read-events.ts';
import { typeField } from './type-field.ts';

/** A number of an account's order. */
export const sequenceField = z
  .string()
  .regex(/^\d{1,15}$/, 'must be 0 or a positive integer')
  .transform(Number)
  .optional()
  .meta({ type: 'integer', minimum: 0 });

export const listEventsRoute = ({ list }: ReadEvents) =>
  defineRoute({
    method: 'GET',
    path: '/v1/events',
    summary: 'List events, newest first; behind after_sequence oldest first',
    token: 'session_or_key',
    scope: 'events:read',
    query: z
      .object({
        ...cursorFields('event'),
        after_sequence: sequenceField,
        type: typeField.default('*'),
        account_id: filterField('account'),
      })
      .refine(...oneCursor)
      .refine(
        ({ after_sequence, starting_after, ending_before }) =>
          after_sequence === undefined || (starting_after ?? ending_before) === undefined,
        'send after_sequence or a cursor, not both',
      ),
    replies: { 200: listReply(publicEventSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const body = await list(caller, {
        accountId: query.account_id,
        type: query.type,
        limit: query.limit,
        afterSequence: query.after_sequence,
        after: query.starting_after,
        before: query.ending_before,
      });
      return { status: 200, body };
    },
  });
