import {
  isLive,
  newId,
  type PreviewResource,
  type Reply,
  refuse,
  toInstant,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { notFound } from '@florin/http-api';
import { toJsonAmount } from '@florin/money';
import type { Kysely } from 'kysely';
import { refuseUnsold, refuseUnsoldChange } from '../../catalogue/plans/change.ts';
import { readTimes } from '../../clock.ts';
import { refusePreview } from '../../customers/archive.ts';
import { noSuchCustomer, previewCustomer } from '../../customers/find-or-create.ts';
import { wholeSecond } from '../../domain/instants.ts';
import { refusalOfGrant } from '../../domain/invoice/funding.ts';
import { sentNameOf } from '../../domain/plan.ts';
import { itemsOf, type Terms, termsOf } from '../../domain/price.ts';
import {
  type Price,
  priceCreate,
  priceUpdate,
  QUOTE_MS,
  type Quote,
  TAXED_DIFFERENTLY,
} from '../../domain/quote.ts';
import { toPriceId } from '../../domain/resources/catalogue.ts';
import { toLineResource, toTotals } from '../../domain/resources/invoice.ts';
import { toItemResources } from '../../domain/resources/subscription.ts';
import type { Create, Timing } from '../../domain/subscription/commands.ts';
import type { Stored, Subscription } from '../../domain/subscription/model.ts';
import type { TaxedSale } from '../../domain/tax/charges.ts';
import type { SaleParties } from '../../domain/tax/sale.ts';
import { readFunding } from '../../invoicing/invoices/funding.ts';
import { busyReply, retryWhileBusy } from '../../invoicing/subscriptions/busy.ts';
import { readCredit } from '../../records/credits-queries.ts';
import { insertQuote } from '../../records/quotes-queries.ts';
import { findSubscription } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { type TaxEngineDeps, withTaxes } from '../../tax/engine/ask.ts';
import { readSales } from '../../tax/sales/read.ts';

export type QuotesDeps = TaxEngineDeps;

/** The price of a change, computed by the rules that charge it and stored as a quote. */
export function previewChange(deps: QuotesDeps, id: Uuid, terms: Terms & Timing): Promise<Reply> {
  return retryWhileBusy(async () => {
    // All retries use the first instant: a price that changes every second would never match its
    // taxes.
    let pricedAt: number | undefined;
    return withTaxes(deps, async () => {
      const stored = await findSubscription(deps.db, id);
      if (!stored) throw notFound('subscription');
      pricedAt ??= (await readTimes(deps.db, stored.subscription.testClockId)).nowMs;
      return quoteChange(deps, stored, terms, pricedAt);
    });
  });
}

async function quoteChange(
  { db }: QuotesDeps,
  { subscription, version }: Stored,
  terms: Terms & Timing,
  nowMs: number,
): Promise<Reply> {
  const { id } = subscription;
  const archived = await refuseUnsoldChange(db, subscription, terms);
  if (archived) return archived;
  const funding = await readFunding(db, subscription, nowMs);
  const ids = { changeId: newId(), invoiceId: newId() };
  const command = { type: 'update', ...terms, ...ids, funding } as const;
  const credit = await creditOf(db, subscription);
  const sale = await saleOf(db, subscription, nowMs);
  const price = priceUpdate(subscription, command, sale, credit, nowMs);
  if ('code' in price)
    return price.code === 'busy' ? busyReply() : refuse(price.code, price.message);
  if (subscription.pause && price.amount > 0n) return refuse('conflict', TAXED_DIFFERENTLY);
  const unpaid = refusalOfGrant(price.lines, funding);
  if (unpaid !== undefined) return refuse('conflict', unpaid);
  const quote: Quote = {
    id: newId(),
    subscriptionId: id,
    version,
    ...terms,
    pricedAt: wholeSecond(nowMs),
    ...price,
  };
  await insertQuote(db, quote);
  return { status: 200, body: toPreview(subscription, terms, price, quote) };
}

/** The first invoice of a new subscription. */
export function previewCreation(
  deps: QuotesDeps,
  command: Create,
  externalId: string | null,
): Promise<Reply> {
  return withTaxes(deps, () => priceCreation(deps, command, externalId));
}

async function priceCreation(
  { db }: QuotesDeps,
  command: Create,
  externalId: string | null,
): Promise<Reply> {
  const customerId =
    externalId === null
      ? command.customerId
      : await previewCustomer(db, command.sellerId, externalId);
  if (customerId === undefined) return noSuchCustomer(db, command.sellerId, externalId ?? '');
  const refusal = await refusePreview(db, customerId);
  if (refusal) return refusal;
  const archived = await refuseUnsold(db, command.sellerId, itemsOf(command));
  if (archived) return archived;
  const credit = await creditOf(db, { ...command, customerId });
  const { nowMs } = await readTimes(db, command.testClockId);
  const sale = await saleOf(db, { ...command, customerId }, nowMs);
  const price = priceCreate(command, sale, credit, nowMs);
  return { status: 200, body: toPreview(command, termsOf(command), price) };
}

/** Tax calculation of a charge that starts now. */
async function saleOf(
  db: Kysely<BillingTables>,
  parties: SaleParties,
  nowMs: number,
): Promise<TaxedSale | undefined> {
  const findSale = await readSales(db, [parties]);
  return findSale(parties, nowMs)?.taxed;
}

function creditOf(
  db: Kysely<BillingTables>,
  {
    sellerId,
    payerAccountId,
    customerId,
    plan: { currency },
  }: Pick<Subscription, 'sellerId' | 'payerAccountId' | 'customerId' | 'plan'>,
): Promise<bigint> {
  const holderId = payerAccountId ?? customerId;
  // A customer that does not exist yet has no credit.
  return holderId === null ? Promise.resolve(0n) : readCredit(db, { sellerId, holderId, currency });
}

function toPreview(
  { sellerId }: Pick<Subscription, 'sellerId'>,
  terms: Terms,
  price: Price,
  quote?: Quote,
): PreviewResource {
  const { plan, quantity } = terms;
  const totals = toTotals(price.lines);
  const resource = {
    object: 'preview' as const,
    livemode: isLive(sellerId),
    quote_id: quote ? toPublicId('quote', quote.id) : null,
    subscription_id: quote ? toPublicId('subscription', quote.subscriptionId) : null,
    plan: sentNameOf(plan),
    plan_id: plan.id,
    price_id: toPriceId(sellerId, plan.id),
    quantity,
    items: toItemResources(sellerId, terms),
    amount_due: toJsonAmount(price.amount),
    tax: totals.tax,
    taxes: totals.taxes,
    currency: plan.currency,
    lines: price.lines.map(toLineResource),
    effective_at: toInstant(price.effectiveAt),
    expires_at: quote ? toInstant(quote.pricedAt + QUOTE_MS) : null,
  };
  return resource;
}
