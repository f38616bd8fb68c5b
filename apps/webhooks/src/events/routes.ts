import { publicEventSchema, toPublicEvent } from '@florin/contracts';
import {
  accountFields,
  cursorFields,
  defineRoute,
  idParams,
  listReply,
  oneCursor,
  pageOf,
} from '@florin/http-api';
import { z } from 'zod';
import { objectField, requestField, sequenceField, typeField } from './fields.ts';
import { type EventsDeps, getEvent, listEvents } from './operations.ts';

export const listEventsRoute = (deps: EventsDeps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/events',
    operationId: 'listEvents',
    onlyReads: true,
    summary: 'List events',
    description:
      'The event log of the account, newest first; with `after_sequence`, oldest first. To read the log without gaps, store the `sequence` of the last event and request the events after it. Administrators and the role `platform` see all accounts; `account_id` selects one.',
    token: 'session_or_key',
    scope: 'events:read',
    query: z
      .object({
        ...cursorFields('event'),
        after_sequence: sequenceField,
        type: typeField.default('*'),
        object_id: objectField,
        request_id: requestField,
        ...accountFields,
      })
      .refine(...oneCursor)
      .refine(
        ({ after_sequence, starting_after, ending_before }) =>
          after_sequence === undefined || (starting_after ?? ending_before) === undefined,
        'send either after_sequence or a cursor',
      ),
    replies: { 200: listReply(publicEventSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const body = await listEvents(deps, caller, {
        accountId: query.account_id,
        type: query.type,
        objectId: query.object_id,
        requestId: query.request_id,
        afterSequence: query.after_sequence,
        ...pageOf(query),
      });
      return { status: 200, body };
    },
  });

export const getEventRoute = (deps: EventsDeps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/events/{event_id}',
    operationId: 'getEvent',
    onlyReads: true,
    summary: 'Retrieve an event',
    description: 'Returns the event with the current field names.',
    token: 'session_or_key',
    scope: 'events:read',
    params: idParams({ event_id: 'event' }),
    replies: { 200: publicEventSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params, caller }) {
      return { status: 200, body: toPublicEvent(await getEvent(deps, caller, params.event_id)) };
    },
  });
