import { publicEventSchema } from '@florin/contracts';
import {
  createdOf,
  cursorFields,
  defineRoute,
  filterField,
  listReply,
  oneCursor,
} from '@florin/http-api';
import { z } from 'zod';
import type { ReadEvents } from '../operations/read-events.ts';
import { sequenceField, typeField } from './event-fields.ts';

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
        ...createdOf(query),
      });
      return { status: 200, body };
    },
  });
