import { type Route, withExamples } from '@florin/http-api';
import { redriveRoute, type System, systemRoute } from '@florin/service';
import examples from '../examples.json' with { type: 'json' };
import { auditLogRoutes } from './audit-log/routes.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import type { Rules } from './endpoints/fields.ts';
import { endpointRoutes } from './endpoints/routes.ts';
import type { EventsDeps } from './events/operations.ts';
import { getEventRoute, listEventsRoute } from './events/routes.ts';
import type { Streams } from './streams/operations.ts';
import { streamEventsRoute } from './streams/routes.ts';

export type WebhooksDeps = EventsDeps & { readonly streams: Streams; readonly system: System };

/** All public routes of this service. */
export function webhooksRoutes(deps: WebhooksDeps, rules: Rules): readonly Route[] {
  return withExamples(examples, [
    listEventsRoute(deps),
    streamEventsRoute(deps),
    getEventRoute(deps),
    ...auditLogRoutes(deps),
    ...endpointRoutes(deps, rules),
    ...deliveryRoutes(deps),
    systemRoute('webhooks', deps.system),
    redriveRoute('webhooks', deps.system),
  ]);
}
