import type { Route } from '@florin/http-api';
import type { ReadEvents } from '../operations/read-events.ts';
import type { StreamEvents } from '../operations/stream-events.ts';
import { getEventRoute } from './get-event.ts';
import { listEventsRoute } from './list-events.ts';
import { streamEventsRoute } from './stream-events.ts';

export interface WebhooksOperations {
  readonly events: ReadEvents;
  readonly streams: StreamEvents;
}

/** Every public route of this service. */
export function webhooksRoutes({ events, streams }: WebhooksOperations): readonly Route[] {
  return [listEventsRoute(events), streamEventsRoute(streams), getEventRoute(events)];
}
