import { publicEventSchema } from '@florin/contracts';
import { defineRoute, idParams } from '@florin/http-api';
import { toPublicEvent } from '../domain/event.ts';
import type { ReadEvents } from '../operations/read-events.ts';

export const getEventRoute = ({ get }: ReadEvents) =>
  defineRoute({
    method: 'GET',
    path: '/v1/events/{event_id}',
    summary: 'Get an event',
    token: 'session_or_key',
    scope: 'events:read',
    params: idParams({ event_id: 'event' }),
    replies: { 200: publicEventSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params, caller }) {
      return { status: 200, body: toPublicEvent(await get(caller, params.event_id)) };
    },
  });
