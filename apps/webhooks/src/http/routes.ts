import { type Route, withExamples } from '@florin/http-api';
import examples from '../../examples.json' with { type: 'json' };
import type { Deliveries } from '../operations/deliveries.ts';
import type { Endpoints } from '../operations/endpoints.ts';
import type { ReadAuditLog } from '../operations/read-audit-log.ts';
import type { ReadEvents } from '../operations/read-events.ts';
import type { StreamEvents } from '../operations/stream-events.ts';
import { auditLogRoutes } from './audit-log-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import type { Rules } from './endpoint-fields.ts';
import { endpointRoutes } from './endpoint-routes.ts';
import { getEventRoute } from './get-event.ts';
import { listEventsRoute } from './list-events.ts';
import { streamEventsRoute } from './stream-events.ts';

export interface WebhooksOperations {
  readonly events: ReadEvents;
  readonly streams: StreamEvents;
  readonly auditLog: ReadAuditLog;
  readonly endpoints: Endpoints;
  readonly deliveries: Deliveries;
}

/** Every public route of this service. */
export function webhooksRoutes(operations: WebhooksOperations, rules: Rules): readonly Route[] {
  const { events, streams, auditLog, endpoints, deliveries } = operations;
  return withExamples(examples, [
    listEventsRoute(events),
    streamEventsRoute(streams),
    getEventRoute(events),
    ...auditLogRoutes(auditLog),
    ...endpointRoutes(endpoints, rules),
    ...deliveryRoutes(deliveries),
  ]);
}
