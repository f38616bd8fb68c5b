import { AppError, toPublicId } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { Charge } from '../domain/charge.ts';
import type { ChargeOutcome } from '../domain/command.ts';
import type { Subscription } from '../domain/subscription.ts';
import { type Customer, findCustomer } from '../store/customers.ts';
import { hasPaidAtPage } from '../store/invoices.ts';
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
    const customer = customerId === null ? undefined : await findCustomer(db, customerId);
    if (!customer) throw new Error('the customer of a subscription is gone');
    const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
    const request = { ...owed, accountId: sellerId, ...askOf(customer, owed) };
    const byCard = (await hasPaidAtPage(db, customer.id)) && (await chargeCard(request));
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

function askOf(customer: Customer, { reference }: Owed) {
  const id = toPublicId('customer', customer.id);
  return {
    // A customer of whom nobody has said an email gets one that reaches nobody (RFC 2606).
    customerEmail: customer.email ?? `${id}@customers.invalid`,
    metadata: JSON.stringify({ invoice_id: reference }),
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
