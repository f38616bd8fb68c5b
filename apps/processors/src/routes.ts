import { type Route, withExamples } from '@florin/http-api';
import { type System, systemRoute } from '@florin/service';
import examples from '../examples.json' with { type: 'json' };
import { testPageRoutes } from './adapters/test/page.ts';
import { type DisputeRouteDeps, disputeRoutes } from './disputes/routes.ts';
import { merchantRoutes } from './merchants/routes.ts';
import { methodRoutes } from './methods/routes.ts';
import type { SetupRouteDeps } from './methods/setups.ts';
import { type WebhookDeps, webhookRoute } from './notices/routes.ts';
import type { PayoutRouteDeps } from './payouts/operations.ts';
import { payoutRoutes } from './payouts/routes.ts';
import type { RefundRouteDeps } from './refunds/operations.ts';
import { refundRoutes } from './refunds/routes.ts';
import { listProcessorsRoute } from './settlements/processor-routes.ts';
import { reconciliationRoute } from './settlements/routes.ts';
import { type StatementRouteDeps, statementRoutes } from './statements/routes.ts';

export type ProcessorsDeps = RefundRouteDeps &
  PayoutRouteDeps &
  DisputeRouteDeps &
  SetupRouteDeps &
  StatementRouteDeps &
  WebhookDeps & { readonly system: System };

/** All public routes of this service. */
export function processorsRoutes(deps: ProcessorsDeps): readonly Route[] {
  return withExamples(examples, [
    ...refundRoutes(deps),
    ...disputeRoutes(deps),
    ...methodRoutes(deps),
    ...testPageRoutes(deps.db),
    ...payoutRoutes(deps),
    ...merchantRoutes(deps),
    ...statementRoutes(deps),
    reconciliationRoute(deps.db),
    listProcessorsRoute(deps),
    webhookRoute(deps),
    systemRoute('processors', deps.system),
  ]);
}
