import { type Route, withExamples } from '@florin/http-api';
import { redriveRoute, type System, systemRoute } from '@florin/service';
import examples from '../examples.json' with { type: 'json' };
import { type CloseRouteDeps, closeRoute } from './accounting/close/routes.ts';
import { explainRoute } from './accounting/explanations/routes.ts';
import { periodRoutes } from './accounting/periods/routes.ts';
import { planRoutes } from './catalogue/plans/routes.ts';
import { priceRoutes } from './catalogue/prices/routes.ts';
import { productRoutes } from './catalogue/products/routes.ts';
import { type PaymentRouteDeps, paymentRoutes } from './collection/payments/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { verifyTaxIdRoute } from './customers/tax-id-routes.ts';
import { couponRoutes } from './discounts/coupons/routes.ts';
import { promotionCodeRoutes } from './discounts/promotion-codes/routes.ts';
import { creditNoteDocumentRoutes } from './documents/credit-note-routes.ts';
import type { CustomerDataDeps } from './documents/customer-data/operations.ts';
import { customerDataRoute } from './documents/customer-data/routes.ts';
import { type ExportRouteDeps, exportRoutes } from './documents/exports/routes.ts';
import { type DocumentRouteDeps, invoiceDocumentRoutes } from './documents/invoice-routes.ts';
import { logoRoute } from './documents/logos/routes.ts';
import { type PortalPageDeps, portalPages } from './documents/portal/pages/routes.ts';
import { portalSessionRoutes } from './documents/portal/routes.ts';
import { type PublicLinkRouteDeps, publicLinkRoutes } from './documents/public-links/routes.ts';
import { sellerProfileRoutes } from './documents/seller-profile/routes.ts';
import { type CreditNoteRouteDeps, creditNoteRoutes } from './invoicing/credit-notes/routes.ts';
import { creditRoute } from './invoicing/credits/routes.ts';
import { invoiceRoutes } from './invoicing/invoices/routes.ts';
import { oneOffInvoiceRoutes } from './invoicing/one-off/routes.ts';
import { previewSubscriptionRoute } from './selling/quotes/routes.ts';
import { closeInvoiceRoutes } from './selling/subscriptions/invoice-routes.ts';
import { updateMetadataRoute } from './selling/subscriptions/metadata-routes.ts';
import { chooseMethodRoute, type MethodRouteDeps } from './selling/subscriptions/method-routes.ts';
import {
  commandRoutes,
  type SubscriptionRouteDeps,
  subscriptionRoutes,
} from './selling/subscriptions/routes.ts';
import {
  type UpdateRouteDeps,
  updateSubscriptionRoute,
} from './selling/subscriptions/update-routes.ts';
import { type TestClockRouteDeps, testClockRoutes } from './selling/test-clocks/routes.ts';
import { billingSettingsRoutes } from './settings/routes.ts';
import { taxRateRoutes } from './tax/rates/routes.ts';

export type BillingDeps = SubscriptionRouteDeps &
  UpdateRouteDeps &
  MethodRouteDeps &
  PaymentRouteDeps &
  DocumentRouteDeps &
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
    ...productRoutes(deps),
    ...couponRoutes(deps),
    ...promotionCodeRoutes(deps),
    ...priceRoutes(deps),
    ...planRoutes(deps),
    ...customerRoutes(deps),
    creditRoute(deps),
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
    ...closeInvoiceRoutes(deps),
    ...paymentRoutes(deps),
    ...invoiceDocumentRoutes(deps),
    ...oneOffInvoiceRoutes(deps),
    ...creditNoteRoutes(deps),
    ...creditNoteDocumentRoutes(deps),
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
