import { AppError, toPublicId } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { Charge } from '../domain/charge.ts';
import type { ChargeOutcome } from '../domain/command.ts';
import type { Subscription } from '../domain/subscription.ts';
import { findCustomer } from '../store/customers.ts';
import type { BillingTables } from '../store/schema.ts';
import { CALL_TIMEOUT_MS, type LedgerClient } from './peers.ts';

/** Gets a charge paid, or sent to whoever has to pay it. */
export type Collect = (
  subscription: Subscription,
  charge: Charge,
  requestId: string,
) => Promise<ChargeOutcome>;

/** Refusals that the ledger stands by. Everything else is trouble, and no attempt. */
const REFUSALS = ['insufficient_funds', 'currency_mismatch', 'not_found', 'invalid_request'];

/**
 * Collects by the ledger, under the subscription and the cause as key: however often it is asked,
 * and from however many processes, the money moves once.
 */
export function makeCollect(ledger: LedgerClient, db: Kysely<BillingTables>): Collect {
  return async (subscription, charge, requestId) => {
    // Nobody has to be asked for nothing.
    if (charge.amount === 0n) return { kind: 'paid', transactionId: null };
    const request = {
      amount: charge.amount.toString(),
      currency: charge.currency,
      key: `${subscription.id}:${charge.cause}`,
      reference: toPublicId('invoice', charge.invoiceId),
    };
    const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
    try {
      const { payerAccountId } = subscription;
      if (payerAccountId !== null) {
        const charged = await ledger.charge({ ...request, accountId: payerAccountId }, context);
        return { kind: 'paid', transactionId: charged.transactionId };
      }
      const { paymentId, paymentUrl } = await ledger.requestPayment(
        {
          ...request,
          accountId: subscription.sellerId,
          customerEmail: await emailOf(db, subscription),
          metadata: JSON.stringify({ invoice_id: request.reference }),
          expiresAt: farAway(),
        },
        context,
      );
      return { kind: 'sent', paymentId, paymentUrl };
    } catch (error) {
      if (!(error instanceof AppError) || !REFUSALS.includes(error.code)) throw error;
      return { kind: 'failed', reason: error.message };
    }
  };
}

/** A customer of whom nobody has said an email gets one that reaches nobody (RFC 2606). */
async function emailOf(db: Kysely<BillingTables>, { customerId }: Subscription): Promise<string> {
  const customer = customerId === null ? undefined : await findCustomer(db, customerId);
  if (!customer) throw new Error('the customer of a subscription is gone');
  return customer.email ?? `${toPublicId('customer', customer.id)}@customers.invalid`;
}

const YEARS = 10;

/** A payment request lives as long as its invoice, and a pause may be long. */
function farAway(): string {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + YEARS);
  return date.toISOString();
}
