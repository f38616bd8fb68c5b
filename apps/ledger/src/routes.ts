import { type Route, withExamples } from '@florin/http-api';
import { type System, systemRoute } from '@florin/service';
import examples from '../examples.json' with { type: 'json' };
import { auditRoute } from './audit/routes.ts';
import { balanceRoutes } from './balances/routes.ts';
import { type PayRouteDeps, payRoutes } from './payment-page/routes.ts';
import type { PaymentRouteDeps } from './payments/create-routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import type { CreateTransactionDeps } from './transactions/create-routes.ts';
import { transactionRoutes } from './transactions/routes.ts';

export type LedgerDeps = CreateTransactionDeps &
  PaymentRouteDeps &
  PayRouteDeps & { readonly system: System };

/** All public routes of the ledger. */
export function ledgerRoutes(deps: LedgerDeps): readonly Route[] {
  return withExamples(examples, [
    ...transactionRoutes(deps),
    ...balanceRoutes(deps),
    auditRoute(deps),
    ...paymentRoutes(deps),
    ...payRoutes(deps),
    systemRoute('ledger', deps.system),
  ]);
}
