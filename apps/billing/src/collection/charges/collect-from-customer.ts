import { toPublicId, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { CALL_TIMEOUT_MS, type ChargesClient, undefinedIfNotFound } from '../../clients.ts';
import { collectionOf } from '../../domain/billing-terms.ts';
import type { Charge } from '../../domain/charge.ts';
import type { Customer } from '../../domain/customer.ts';
import { DAY_MS } from '../../domain/instants.ts';
import { type Invoice, openOf } from '../../domain/invoice/model.ts';
import { priceOf, type Terms } from '../../domain/price.ts';
import type { ChargeOutcome } from '../../domain/subscription/commands.ts';
import { hasEnded, type Subscription } from '../../domain/subscription/model.ts';
import { grossOf, type TaxedSale } from '../../domain/tax/charges.ts';
import { findCustomer } from '../../records/customers-queries.ts';
import { findCancelAddress } from '../../records/gates-queries.ts';
import { findSubscription } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { type TaxEngineDeps, withTaxes } from '../../tax/engine/ask.ts';
import { readSales } from '../../tax/sales/read.ts';
import { endPaymentRound, findPaymentRound } from '../payment-queries.ts';

export interface LedgerDeps {
  readonly db: Kysely<BillingTables>;
  readonly ledger: ChargesClient;
}

export type CollectDeps = LedgerDeps & TaxEngineDeps;

/** Fields that all payment requests share. */
interface AmountDue {
  /** Minor units. */
  readonly amount: string;
  readonly currency: string;
  /** Idempotency key of the ledger: repeated calls move the money once. */
  readonly key: string;
  /** Id of the invoice. */
  readonly reference: string;
}

/** @param ownerId owner of the charge: the subscription, or the one-off invoice itself. */
export function amountDueFor(
  ownerId: Uuid,
  {
    cause,
    amount,
    currency,
    invoiceId,
  }: Pick<Charge, 'cause' | 'amount' | 'currency' | 'invoiceId'>,
): AmountDue {
  return {
    amount: amount.toString(),
    currency,
    key: `${ownerId}:${cause}`,
    reference: toPublicId('invoice', invoiceId),
  };
}

/**
 * Collects from a customer: by the payment method of the subscription, by the customer's default,
 * or by a payment page, according to the terms.
 */
export async function collectFromCustomer(
  deps: CollectDeps,
  { id, sellerId, customerId, paymentMethodId, terms }: Subscription,
  charge: Charge,
  requestId: string,
): Promise<ChargeOutcome> {
  if (customerId === null) throw new Error('this subscription has no customer who pays');
  const { db, ledger } = deps;
  const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
  const { invoiceId } = charge;
  const due = amountDueFor(id, charge);
  const customer = await getCustomer(db, customerId);
  const { daysUntilDue, collectionMethod } = collectionOf(terms, customer.details);
  const dueAt = daysUntilDue === null ? null : Date.now() + daysUntilDue * DAY_MS;
  const requestOf = (round: number) =>
    toPaymentRequest(deps, { sellerId, customer }, due, charge.buys, round, dueAt);
  const { round, hasEnded } = await findPaymentRound(db, invoiceId);
  let request = await requestOf(round);
  // Five declines end a payment request: no card can pay it any more.
  if (hasEnded) {
    const { status } = await ledger.requestPayment(request, context);
    if (status === 'failed' || status === 'canceled') {
      await endPaymentRound(db, invoiceId, round);
      request = await requestOf(round + 1);
    }
  }
  const asked = { ...request, methodId: paymentMethodId ?? '', isOnlyAttempt: false };
  const byCard =
    collectionMethod === 'send_invoice'
      ? undefined
      : await ledger.chargeSavedCard(asked, context).catch(undefinedIfNotFound);
  if (!byCard) {
    const { paymentId, paymentUrl } = await ledger.requestPayment(request, context);
    const sent = { kind: 'sent', paymentId, paymentUrl } as const;
    return daysUntilDue === null ? sent : { ...sent, dueDays: daysUntilDue };
  }
  const { paymentId, paymentUrl, transactionId, declineReason: reason } = byCard;
  const declineCode = byCard.declineCode || null;
  if (transactionId !== '') return { kind: 'paid', transactionId };
  if (paymentUrl === '') return { kind: 'failed', reason, declineCode };
  if (charge.kind === 'period')
    return { kind: 'failed', reason, declineCode, payment: { id: paymentId, url: paymentUrl } };
  // If the card declines, the change does not take effect, so its request must not stay payable.
  await ledger.cancelPaymentRequest({ accountId: sellerId, paymentId }, context);
  return { kind: 'failed', reason, declineCode };
}

/**
 * The payment request of an invoice. `round` is the number of earlier requests, which have ended.
 */
export async function requestForInvoice(deps: TaxEngineDeps, invoice: Invoice, round: number) {
  const { id, subscriptionId, cause, currency, sellerId, customerId, dueAt } = invoice;
  const amount = openOf(invoice);
  if (customerId === null) throw new Error('this invoice has no customer who pays');
  const asked = amountDueFor(subscriptionId ?? id, { cause, amount, currency, invoiceId: id });
  // A credit note lowers the amount due, and returned credit raises it.
  const due = amount === invoice.amount ? asked : { ...asked, key: `${asked.key}:of:${amount}` };
  const stored =
    subscriptionId === null ? undefined : await findSubscription(deps.db, subscriptionId);
  const terms = stored && termsFromNowOn(stored.subscription);
  const parties = { sellerId, customer: await getCustomer(deps.db, customerId) };
  const request = await toPaymentRequest(deps, parties, due, terms, round, dueAt);
  // A one-off invoice or an ended subscription is never charged again.
  const mayChargeLater = stored !== undefined && !hasEnded(stored.subscription);
  return mayChargeLater ? request : { ...request, savesFor: '' };
}

/** Terms of the customer's future charges; undefined if there will be none. */
function termsFromNowOn(subscription: Subscription): Terms | undefined {
  if (hasEnded(subscription) || subscription.isCancelScheduled) return undefined;
  return subscription.pendingChange ?? subscription;
}

/** Terms that the payer accepts where the card is saved: the price of each period, with tax. */
function consentTo(
  terms: Terms | undefined,
  sale: TaxedSale | undefined,
  cancelAddress: string | null,
) {
  // A free plan needs no consent.
  if (!terms || priceOf(terms) === 0n) return null;
  const { interval, intervalCount } = terms.plan;
  return {
    interval,
    intervalCount,
    amount: grossOf(terms, sale).toString(),
    cancelAddress: cancelAddress ?? '',
  };
}

async function toPaymentRequest(
  deps: TaxEngineDeps,
  { sellerId, customer }: { readonly sellerId: Uuid; readonly customer: Customer },
  due: AmountDue,
  terms: Terms | undefined,
  round: number,
  dueAt: number | null,
) {
  const { db } = deps;
  const parties = { sellerId, customerId: customer.id, payerAccountId: null };
  const cancelAddress = await findCancelAddress(db, sellerId);
  const consent = await withTaxes(deps, async () => {
    const sale = (await readSales(db, [parties]))(parties, Date.now());
    return consentTo(terms, sale?.taxed, cancelAddress);
  });
  const id = toPublicId('customer', customer.id);
  return {
    ...due,
    accountId: sellerId,
    key: round === 0 ? due.key : `${due.key}:${round}`,
    // Customers without an email address get an undeliverable one (RFC 2606).
    customerEmail: customer.email ?? `${id}@customers.invalid`,
    metadata: JSON.stringify({ invoice_id: due.reference }),
    expiresAt: new Date(Math.max(Date.now(), dueAt ?? 0) + LATE_MS).toISOString(),
    savesFor: id,
    customerId: id,
    consent,
  };
}

async function getCustomer(db: Kysely<BillingTables>, id: Uuid): Promise<Customer> {
  const customer = await findCustomer(db, id);
  if (!customer) throw new Error('the customer of a subscription does not exist');
  return customer;
}

/** A late payer still finds the page for this long; after that a new one is created on demand. */
const LATE_MS = 90 * DAY_MS;
