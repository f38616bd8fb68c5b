import { StripeFailure } from '../failure.ts';
import { accountRoutes, balanceRoutes, eventRoutes, payoutRoutes } from './balance.ts';
import { chargeRoutes, disputeRoutes, refundRoutes } from './charges.ts';
import { customerRoutes, methodRoutes } from './customers.ts';
import { paymentIntentRoutes } from './payment-intents.ts';
import type { Route } from './route.ts';
import { sessionRoutes } from './sessions.ts';
import { setupIntentRoutes } from './setup-intents.ts';

const routes = [
  ...customerRoutes,
  ...methodRoutes,
  ...setupIntentRoutes,
  ...paymentIntentRoutes,
  ...sessionRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...balanceRoutes,
  ...payoutRoutes,
  ...accountRoutes,
  ...eventRoutes,
].map((route) => ({ ...route, shape: shapeOf(route.path) }));

/** @throws StripeFailure for a route that Stripe or the stand-in does not have */
export function findRoute(method: string, path: string): { route: Route; id: string } {
  for (const route of routes) {
    const match = route.method === method ? route.shape.exec(path) : null;
    if (match) return { route, id: decodeURIComponent(match[1] ?? '') };
  }
  throw new StripeFailure(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}

function shapeOf(path: string): RegExp {
  return new RegExp(`^${path.replace(':id', '([^/]+)')}$`);
}
