import { AppError } from '@florin/contracts';
import { CALL_TIMEOUT_MS } from '../../clients.ts';
import type { Charge } from '../../domain/charge.ts';
import type { ChargeOutcome } from '../../domain/subscription/commands.ts';
import type { Subscription } from '../../domain/subscription/model.ts';
import { amountDueFor, type CollectDeps, collectFromCustomer } from './collect-from-customer.ts';

/** Final refusals of the ledger. All other errors are temporary and do not count as an attempt. */
export const FINAL_REFUSALS: readonly string[] = [
  'insufficient_funds',
  'currency_mismatch',
  'not_found',
  'invalid_request',
];

/**
 * Collects a charge from a balance, or from a customer by card or payment page. The key is the
 * subscription and the cause, so retries move the money once.
 */
export async function collect(
  deps: CollectDeps,
  subscription: Subscription,
  charge: Charge,
  requestId: string,
): Promise<ChargeOutcome> {
  if (charge.amount === 0n) return { kind: 'paid', transactionId: null };
  const { id, payerAccountId: accountId } = subscription;
  try {
    if (accountId === null) return await collectFromCustomer(deps, subscription, charge, requestId);
    const request = { ...amountDueFor(id, charge), accountId };
    const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
    const { transactionId } = await deps.ledger.charge(request, context);
    return { kind: 'paid', transactionId };
  } catch (error) {
    if (!(error instanceof AppError) || !FINAL_REFUSALS.includes(error.code)) throw error;
    return { kind: 'failed', reason: error.message };
  }
}
