import { type Route, withExamples } from '@florin/http-api';
import { redriveRoute, type System, systemRoute } from '@florin/service';
import examples from '../examples.json' with { type: 'json' };
import { type CloseRouteDeps, closeRoute } from './close/routes.ts';
import { type CreditNoteRouteDeps, creditNoteRoutes } from './credit-notes/routes.ts';
import type { CustomerDataDeps } from './customers/data.ts';
import { customerDataRoute } from './customers/data-routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { explainRoute } from './explanations/routes.ts';
import { type ExportRouteDeps, exportRoutes } from './exports/routes.ts';
import { type InvoiceRouteDeps, invoiceRoutes } from './invoices/routes.ts';
import { logoRoute } from './logos/routes.ts';
import { oneOffInvoiceRoutes } from './one-off-invoices/routes.ts';
import { sellerProfileRoutes } from './parties/routes.ts';
import { periodRoutes } from './periods/routes.ts';
import { planRoutes } from './plans/routes.ts';
import { type PortalPageDeps, portalPages } from './portal/pages/routes.ts';
import { portalSessionRoutes } from './portal/routes.ts';
import { type PublicLinkRouteDeps, publicLinkRoutes } from './public-links/routes.ts';
import { previewSubscriptionRoute } from './quotes/routes.ts';
import { billingSettingsRoutes } from './settings/routes.ts';
import { updateMetadataRoute } from './subscriptions/metadata-routes.ts';
import { chooseMethodRoute, type MethodRouteDeps } from './subscriptions/method-routes.ts';
import {
  commandRoutes,
  type SubscriptionRouteDeps,
  subscriptionRoutes,
} from './subscriptions/routes.ts';
import { type UpdateRouteDeps, updateSubscriptionRoute } from './subscriptions/update-routes.ts';
import { taxRateRoutes } from './tax/routes.ts';
import { verifyTaxIdRoute } from './tax-ids/routes.ts';
import { type TestClockRouteDeps, testClockRoutes } from './test-clocks/routes.ts';

export type BillingDeps = SubscriptionRouteDeps &
  UpdateRouteDeps &
  MethodRouteDeps &
  InvoiceRouteDeps &
  CreditNoteRouteDeps &
  ExportRouteDeps &
  CloseRouteDeps &
  CustomerDataDeps &
  PublicLinkRouteDeps &
  PortalPageDeps &
  TestClockRouteDeps & { readonly system: System };

/** Every public route of billing. */
export function billingRoutes(deps: BillingDeps): readonly Route[] {
  return withExamples(examples, [
    ...planRoutes(deps),
    ...customerRoutes(deps),
    customerDataRoute(deps),
    verifyTaxIdRoute(deps),
    ...billingSettingsRoutes(deps),
    ...sellerProfileRoutes(deps),
    logoRoute(deps),
    ...taxRateRoutes(deps),
    ...subscriptionRoutes(deps),
    updateMetadataRoute(deps),
    updateSubscriptionRoute(deps),
    previewSubscriptionRoute(deps),
    ...commandRoutes(deps),
    chooseMethodRoute(deps),
    ...invoiceRoutes(deps),
    ...oneOffInvoiceRoutes(deps),
    ...creditNoteRoutes(deps),
    ...exportRoutes(deps),
    ...periodRoutes(deps),
    closeRoute(deps),
    ...publicLinkRoutes(deps),
    ...portalSessionRoutes(deps),
    ...portalPages(deps),
    explainRoute(deps),
    ...testClockRoutes(deps),
    systemRoute('billing', deps.system),
    redriveRoute('billing', deps.system),
  ]);
}
