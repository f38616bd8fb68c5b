import type { Route } from '@florin/http-api';
import type { ReadEvents } from '../operations/read-events.ts';
import { getEventRoute } from './get-event.ts';
import { listEventsRoute } from './list-events.ts';

export interface WebhooksOperations {
  readonly events: ReadEvents;
}

/** Every public route of this service. */
export function webhooksRoutes({ events }: WebhooksOperations): readonly Route[] {
  return [listEventsRoute(events), getEventRoute(events)];
}
