import { AppError, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { Charge } from '../domain/charge.ts';
import type { ChargeOutcome } from '../domain/command.ts';
import type { Subscription } from '../domain/subscription.ts';
import type { BillingTables } from '../store/schema.ts';
import { makeCollectFromCustomer, type Owed, owedFor } from './collect-from-customer.ts';
import { CALL_TIMEOUT_MS, type LedgerClient } from './peers.ts';

/** Gets a charge paid, or sent to whoever has to pay it. */
export type Collect = (
  subscription: Subscription,
  charge: Charge,
  requestId: string,
) => Promise<ChargeOutcome>;

/** Refusals that the ledger stands by. Everything else is trouble, and no attempt. */
export const REFUSALS: readonly string[] = [
  'insufficient_funds',
  'currency_mismatch',
  'not_found',
  'invalid_request',
];

/**
 * Collects by the ledger, under the subscription and the cause as key: however often it is asked,
 * and from however many processes, the money moves once.
 */
export function makeCollect(ledger: LedgerClient, db: Kysely<BillingTables>): Collect {
  const collectFromCustomer = makeCollectFromCustomer(ledger, db);
  return async (subscription, charge, requestId) => {
    // Nobody has to be asked for nothing.
    if (charge.amount === 0n) return { kind: 'paid', transactionId: null };
    const owed = owedFor(subscription.id, charge);
    try {
      const { payerAccountId } = subscription;
      return payerAccountId === null
        ? await collectFromCustomer(subscription, charge, owed, requestId)
        : await takeFromBalance(payerAccountId, owed, requestId);
    } catch (error) {
      if (!(error instanceof AppError) || !REFUSALS.includes(error.code)) throw error;
      return { kind: 'failed', reason: error.message };
    }
  };

  async function takeFromBalance(accountId: Uuid, owed: Owed, requestId: string) {
    const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
    const { transactionId } = await ledger.charge({ ...owed, accountId }, context);
    return { kind: 'paid', transactionId } as const;
  }
}
