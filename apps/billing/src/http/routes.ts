import type { Caller, Uuid } from '@florin/contracts';
import { type Route, withExamples } from '@florin/http-api';
import examples from '../../examples.json' with { type: 'json' };
import type { Invoice } from '../domain/invoice.ts';
import type { Stored } from '../domain/public-events.ts';
import type { Customers } from '../operations/customers.ts';
import type { Lists } from '../operations/lists.ts';
import type { AccountDirectory } from '../operations/peers.ts';
import type { Plans } from '../operations/plans.ts';
import type { Settings } from '../operations/settings.ts';
import { billingSettingsRoutes } from './billing-settings.ts';
import { type CreateSubscription, createSubscriptionRoute } from './create-subscription.ts';
import { customerRoutes } from './customers.ts';
import { type Explain, explainRoute } from './explain.ts';
import { type InvoiceOperations, invoiceRoutes } from './invoices.ts';
import { planRoutes } from './plans.ts';
import { type PreviewSubscription, previewSubscriptionRoute } from './preview-subscription.ts';
import { readSubscriptionRoutes } from './read-subscriptions.ts';
import { type TellSubscription, tellSubscriptionRoutes } from './tell-subscription.ts';
import { type TestClockOperations, testClockRoutes } from './test-clocks.ts';
import { type UpdateSubscription, updateSubscriptionRoute } from './update-subscription.ts';

export interface BillingOperations {
  readonly plans: Plans;
  readonly customers: Customers;
  readonly settings: Settings;
  readonly lists: Lists;
  readonly accounts: AccountDirectory;
  readonly clocks: TestClockOperations['clocks'];
  readonly beginAdvance: TestClockOperations['beginAdvance'];
  readonly findDeal: CreateSubscription['findDeal'];
  readonly beginCreation: CreateSubscription['begin'];
  readonly beginChange: UpdateSubscription['begin'];
  readonly findQuote: UpdateSubscription['findQuote'];
  readonly preview: PreviewSubscription['preview'];
  readonly explain: Explain;
  readonly voidInvoice: InvoiceOperations['voidInvoice'];
  readonly beginLink: InvoiceOperations['beginLink'];
  readonly tell: TellSubscription['tell'];
  readonly findSubscription: (caller: Caller, id: Uuid) => Promise<Stored>;
  readonly findInvoice: (caller: Caller, id: Uuid) => Promise<Invoice>;
}

/** Every public route of billing. */
export function billingRoutes(operations: BillingOperations): readonly Route[] {
  const { plans, customers, lists, accounts, tell, findSubscription: find } = operations;
  const creation = { findDeal: operations.findDeal, clocks: operations.clocks };
  return withExamples(examples, [
    ...planRoutes(plans, accounts),
    ...customerRoutes(customers, lists, accounts),
    ...billingSettingsRoutes(operations.settings, accounts),
    createSubscriptionRoute({ ...creation, begin: operations.beginCreation }),
    ...readSubscriptionRoutes(lists, find),
    updateSubscriptionRoute({
      find,
      findQuote: operations.findQuote,
      plans,
      begin: operations.beginChange,
    }),
    previewSubscriptionRoute({ ...creation, find, plans, preview: operations.preview }),
    ...tellSubscriptionRoutes({ find, tell }),
    ...invoiceRoutes(lists, {
      find: operations.findInvoice,
      findSubscription: find,
      voidInvoice: operations.voidInvoice,
      beginLink: operations.beginLink,
      accounts,
    }),
    explainRoute(operations.explain),
    ...testClockRoutes(operations),
  ]);
}
