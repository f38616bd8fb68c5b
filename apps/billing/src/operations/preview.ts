import {
  carryFormerNames,
  newId,
  type PreviewResource,
  previewFormerNames,
  type Reply,
  refuse,
  toPublicId,
} from '@florin/contracts';
import { notFound } from '@florin/http-api';
import { toJsonAmount } from '@florin/money';
import type { Kysely } from 'kysely';
import type { Create } from '../domain/command.ts';
import { wholeSecond } from '../domain/instants.ts';
import { toLineResource } from '../domain/invoice-resource.ts';
import type { Terms } from '../domain/plan-terms.ts';
import { type Price, priceCreate, priceUpdate, QUOTE_MS, type Quote } from '../domain/quote.ts';
import type { Subscription } from '../domain/subscription.ts';
import { toText } from '../domain/subscription-resource.ts';
import { readTimes, type SqlNow } from '../store/clock.ts';
import { readCredit } from '../store/credits.ts';
import { insertQuote } from '../store/quotes.ts';
import type { BillingTables } from '../store/schema.ts';
import { findSubscription } from '../store/subscriptions.ts';
import { busyReply, untilFree } from './busy.ts';
import { foreseeCustomer, noSuchCustomer } from './take-customer.ts';

/** Says what a change or a new subscription would cost, by the rules that will charge for it. */
export function makePreview(db: Kysely<BillingTables>, sqlNow: SqlNow) {
  return {
    change: (subscription: Subscription, terms: Terms): Promise<Reply> =>
      untilFree(() => quoteChange(subscription, terms)),

    async creation(command: Create, externalId: string | null): Promise<Reply> {
      const { plan, quantity, sellerId } = command;
      const customerId =
        externalId === null ? command.customerId : await foreseeCustomer(db, sellerId, externalId);
      if (customerId === undefined) return noSuchCustomer(externalId ?? '');
      const credit = await creditOf({ ...command, customerId });
      const { nowMs } = await readTimes(db, sqlNow, command.testClockId);
      const price = priceCreate(command, credit, nowMs);
      return { status: 200, body: toPreview({ plan, quantity }, price) };
    },
  };

  async function quoteChange(seen: Subscription, terms: Terms): Promise<Reply> {
    const stored = await findSubscription(db, seen.id);
    if (!stored) throw notFound('subscription');
    const { subscription, version } = stored;
    const { nowMs } = await readTimes(db, sqlNow, subscription.testClockId);
    const command = { type: 'update', ...terms, changeId: newId(), invoiceId: newId() } as const;
    const credit = await creditOf(subscription);
    const price = priceUpdate(subscription, command, credit, nowMs);
    if ('code' in price)
      return price.code === 'busy' ? busyReply() : refuse(price.code, price.message);
    const quote: Quote = {
      id: newId(),
      subscriptionId: subscription.id,
      version,
      ...terms,
      pricedAt: wholeSecond(nowMs),
      ...price,
    };
    await insertQuote(db, quote);
    return { status: 200, body: toPreview(terms, price, quote) };
  }

  function creditOf({
    sellerId,
    payerAccountId,
    customerId,
    plan: { currency },
  }: Pick<Subscription, 'sellerId' | 'payerAccountId' | 'customerId' | 'plan'>): Promise<bigint> {
    const holderId = payerAccountId ?? customerId;
    // Somebody who is made at first use has none yet.
    return holderId === null
      ? Promise.resolve(0n)
      : readCredit(db, { sellerId, holderId, currency });
  }
}

function toPreview({ plan, quantity }: Terms, price: Price, quote?: Quote): PreviewResource {
  const resource = {
    object: 'preview' as const,
    quote_id: quote ? toPublicId('quote', quote.id) : null,
    subscription_id: quote ? toPublicId('subscription', quote.subscriptionId) : null,
    plan: plan.id,
    quantity,
    amount_due: toJsonAmount(price.amount),
    currency: plan.currency,
    lines: price.lines.map(toLineResource),
    effective_at: toText(price.effectiveAt),
    expires_at: quote ? toText(quote.pricedAt + QUOTE_MS) : null,
  };
  return carryFormerNames(resource, previewFormerNames);
}
