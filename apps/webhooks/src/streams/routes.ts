import { defineRoute, filterField } from '@florin/http-api';
import { z } from 'zod';
import { sequenceField, typeField } from '../events/fields.ts';
import type { Streams } from './operations.ts';

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Keeps proxies from buffering events.
  'X-Accel-Buffering': 'no',
};

export const streamEventsRoute = ({ streams }: { readonly streams: Streams }) =>
  defineRoute({
    method: 'GET',
    path: '/v1/events/stream',
    operationId: 'streamEvents',
    summary: 'Stream events',
    description:
      'Server-sent events: `id` is the event id, `event` its type, `data` its JSON. The stream starts with the next event, after `after_sequence`, or after `Last-Event-ID` when a client reconnects. It ends when the client disconnects or its token expires or is revoked. At most ten streams for an account; `429` for more.',
    token: 'session_or_key',
    scope: 'events:read',
    isStream: true,
    query: z.object({
      after_sequence: sequenceField,
      type: typeField.default('*'),
      account_id: filterField('account'),
    }),
    replies: {
      200: z.string().meta({ description: 'Server-sent events, each with the JSON of one event.' }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'rate_limited'],
    async handle({ query, caller, lastEventId }) {
      const stream = await streams.open(caller, {
        accountId: query.account_id,
        type: query.type,
        afterSequence: query.after_sequence,
        lastEventId,
      });
      return { status: 200, headers, ...stream };
    },
  });
