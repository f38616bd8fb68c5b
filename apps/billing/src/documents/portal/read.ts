import { type PreviewResource, toPublicId, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { findSoldPlan, planTermsOf } from '../../catalogue/plans/operations.ts';
import type { ProcessorsClient } from '../../clients.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import { faultOfItems } from '../../domain/items.ts';
import { type PlanTerms, type Terms, termsOf } from '../../domain/price.ts';
import { hasEnded, type Subscription } from '../../domain/subscription/model.ts';
import { findInvoice, selectInvoices } from '../../invoicing/invoices/queries.ts';
import { findSubscription, selectSubscriptions } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { previewChange } from '../../selling/quotes/operations.ts';
import type { TaxEngineDeps } from '../../tax/engine/ask.ts';
import { listSavedMethods } from './methods.ts';
import type { Portal } from './open.ts';
import type { Overview } from './pages/overview.ts';
import { readPrices } from './prices.ts';

export interface ReadDeps extends TaxEngineDeps {
  readonly processors: ProcessorsClient;
}

const SUBSCRIPTIONS_MAX = 20;
const INVOICES_MAX = 12;

/** Content of the overview; invoices as one page, optionally after a given one. */
export async function readOverview(
  { db, processors }: ReadDeps,
  portal: Portal,
  olderThan: Uuid | undefined,
  requestId: string,
): Promise<Overview> {
  const { customer } = portal;
  const theirs = { kind: 'customer', id: customer.id } as const;
  const filter = {
    ...{ scope: customer.accountId, customer: theirs, before: undefined },
    ...{ status: undefined, email: undefined },
  };
  const [subscriptions, invoices, methods, writePrice] = await Promise.all([
    selectSubscriptions(
      db,
      { ...filter, after: undefined, plans: undefined, testClockId: undefined },
      SUBSCRIPTIONS_MAX,
    ),
    selectInvoices(
      db,
      { ...filter, after: olderThan, subscriptionId: undefined, number: undefined },
      INVOICES_MAX + 1,
    ),
    listSavedMethods(processors, customer, requestId).catch(() => undefined),
    readPrices(db, portal),
  ]);
  const last = invoices.length > INVOICES_MAX ? invoices[INVOICES_MAX - 1] : undefined;
  return {
    subscriptions: subscriptions.map(({ subscription }) => subscription),
    invoices: invoices.slice(0, INVOICES_MAX).filter(({ status }) => status !== 'draft'),
    olderThan: last ? toPublicId('invoice', last.id) : null,
    methods,
    writePrice,
  };
}

/** An invoice that was sent to the customer; drafts are visible to sellers only. */
export async function findTheirInvoice(
  db: Kysely<BillingTables>,
  { customer }: Portal,
  id: Uuid,
): Promise<Invoice | undefined> {
  const invoice = await findInvoice(db, id);
  const isTheirs = invoice?.customerId === customer.id && invoice.status !== 'draft';
  return isTheirs ? invoice : undefined;
}

export async function findTheirSubscription(
  db: Kysely<BillingTables>,
  { customer }: Portal,
  id: Uuid,
): Promise<Subscription | undefined> {
  const stored = await findSubscription(db, id);
  const subscription = stored?.subscription;
  const isTheirs = subscription?.customerId === customer.id && !hasEnded(subscription);
  return isTheirs && subscription.status !== 'incomplete' ? subscription : undefined;
}

/** Plans that the customer may switch a subscription to. */
export async function findPlansFor(
  db: Kysely<BillingTables>,
  { settings }: Portal,
  { sellerId, ...current }: Subscription,
): Promise<readonly PlanTerms[]> {
  const { plan } = current;
  const shop = { id: sellerId, currency: plan.currency };
  const found = await Promise.all(settings.plans.map((id) => findSoldPlan({ db }, shop, id)));
  return (
    found
      .flatMap((one) => (one && one.archivedAt === null ? [planTermsOf(one)] : []))
      .filter(({ id, currency }) => id !== plan.id && currency === plan.currency)
      // Other items need a plan of their interval.
      .filter((other) => faultOfItems({ ...termsOf(current), plan: other }) === undefined)
  );
}

/** The price of a change, and the items after it. */
export interface ChangePreview {
  readonly price: PreviewResource;
  readonly terms: Terms;
}

/** The price of a change now; undefined if it is not possible. */
export async function previewFor(
  deps: ReadDeps,
  { id, ...current }: Subscription,
  plan: PlanTerms,
): Promise<ChangePreview | undefined> {
  const terms = { ...termsOf(current), plan };
  const { status, body } = await previewChange(deps, id, terms);
  return status === 200 ? { price: body as PreviewResource, terms } : undefined;
}
