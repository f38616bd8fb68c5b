import { AppError, toPublicId, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { Charge } from '../domain/charge.ts';
import type { ChargeOutcome } from '../domain/command.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { Subscription } from '../domain/subscription.ts';
import { findCustomer } from '../store/customers.ts';
import { hasPaidAtPage } from '../store/invoices.ts';
import { findPaymentRound } from '../store/payment-rounds.ts';
import type { BillingTables } from '../store/schema.ts';
import { CALL_TIMEOUT_MS, type LedgerClient } from './peers.ts';

/** What every request for money has in common. */
export interface Owed {
  /** Minor units. */
  readonly amount: string;
  readonly currency: string;
  /** Names it for ever: however often it is asked for, the money moves once. */
  readonly key: string;
  /** The invoice. */
  readonly reference: string;
}

/** The money of an invoice. */
export function owedFor(
  subscriptionId: Uuid,
  {
    cause,
    amount,
    currency,
    invoiceId,
  }: Pick<Charge, 'cause' | 'amount' | 'currency' | 'invoiceId'>,
): Owed {
  return {
    amount: amount.toString(),
    currency,
    key: `${subscriptionId}:${cause}`,
    reference: toPublicId('invoice', invoiceId),
  };
}

/**
 * Collects from a customer of the seller: by the card that was saved when an invoice was paid at
 * its page, or else by a page to pay at.
 */
export function makeCollectFromCustomer(ledger: LedgerClient, db: Kysely<BillingTables>) {
  return async (
    { sellerId, customerId }: Subscription,
    charge: Charge,
    owed: Owed,
    requestId: string,
  ): Promise<ChargeOutcome> => {
    if (customerId === null) throw new Error('no customer pays this subscription');
    const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
    const round = await findPaymentRound(db, charge.invoiceId);
    const request = await askCustomer(db, { sellerId, customerId }, owed, round);
    const byCard = (await hasPaidAtPage(db, customerId)) && (await chargeCard(request));
    if (!byCard) {
      const { paymentId, paymentUrl } = await ledger.requestPayment(request, context);
      return { kind: 'sent', paymentId, paymentUrl };
    }
    const { paymentId, paymentUrl, transactionId, declineReason: reason } = byCard;
    if (transactionId !== '') return { kind: 'paid', transactionId };
    if (paymentUrl === '') return { kind: 'failed', reason };
    if (charge.kind === 'period')
      return { kind: 'failed', reason, payment: { id: paymentId, url: paymentUrl } };
    // Nothing comes of a change that the card declines, so nobody must pay for it.
    await ledger.cancelPaymentRequest({ accountId: sellerId, paymentId }, context);
    return { kind: 'failed', reason };

    /** Undefined when the ledger knows of no card. */
    async function chargeCard(wish: typeof request) {
      return ledger.chargeSavedCard(wish, context).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'not_found') return undefined;
        throw error;
      });
    }
  };
}

/** How an invoice is asked for, once more after as many payment requests have ended. */
export function requestOf(db: Kysely<BillingTables>, invoice: Invoice, round: number) {
  const { id, subscriptionId, cause, amount, currency, sellerId, customerId } = invoice;
  if (customerId === null) throw new Error('no customer pays this invoice');
  const owed = owedFor(subscriptionId, { cause, amount, currency, invoiceId: id });
  return askCustomer(db, { sellerId, customerId }, owed, round);
}

async function askCustomer(
  db: Kysely<BillingTables>,
  { sellerId, customerId }: { readonly sellerId: Uuid; readonly customerId: Uuid },
  owed: Owed,
  round: number,
) {
  const customer = await findCustomer(db, customerId);
  if (!customer) throw new Error('the customer of a subscription is gone');
  const id = toPublicId('customer', customerId);
  return {
    ...owed,
    accountId: sellerId,
    key: round === 0 ? owed.key : `${owed.key}:${round}`,
    // A customer of whom nobody has said an email gets one that reaches nobody (RFC 2606).
    customerEmail: customer.email ?? `${id}@customers.invalid`,
    metadata: JSON.stringify({ invoice_id: owed.reference }),
    expiresAt: farAway(),
    savesFor: id,
  };
}

const YEARS = 10;

/** A payment request lives as long as its invoice, and a pause may be long. */
function farAway(): string {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + YEARS);
  return date.toISOString();
}
