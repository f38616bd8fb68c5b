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
    summary: 'Follow events as they happen; Last-Event-ID goes on behind the last one seen',
    description:
      'Server-sent events: `id` is that of the event, `event` its type, `data` its JSON. It begins with the next event, behind `after_sequence`, or behind `Last-Event-ID` where a client comes back, and ends only when the client goes, or its token does. Up to ten at once for an account; one more is answered with `429`.',
    token: 'session_or_key',
    scope: 'events:read',
    isStream: true,
    query: z.object({
      after_sequence: sequenceField,
      type: typeField.default('*'),
      account_id: filterField('account'),
    }),
    replies: { 200: z.string().meta({ description: 'Server-sent events, each with its JSON.' }) },
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
