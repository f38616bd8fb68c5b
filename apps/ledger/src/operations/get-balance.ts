import { AppError, toPublicId, type Uuid } from '@florin/contracts';
import { toJsonAmount } from '@florin/money';
import type { Kysely } from 'kysely';
import { findAmountsAt, findBalance } from '../store/find-balances.ts';
import type { LedgerTables } from '../store/schema.ts';

/** An account's balance as clients see it. Amounts are minor units. */
export interface BalanceResource {
  readonly account_id: string;
  readonly currency: string;
  readonly available: number;
  readonly held: number;
  /** What belongs to the account: available and held. */
  readonly posted: number;
  readonly as_of: string;
}

/**
 * An account's balance now, or as it was at an instant.
 * @throws AppError not_found when the account has none.
 */
export function makeGetBalance(db: Kysely<LedgerTables>, now: () => number) {
  return async (accountId: Uuid, atMs: number | undefined): Promise<BalanceResource> => {
    const asOfMs = Math.min(atMs ?? now(), now());
    const balance = await findBalance(db, accountId);
    if (!balance) throw new AppError('not_found', 'there is no account with this id');
    const amounts = atMs === undefined ? balance.amounts : await findAmountsAt(db, accountId, atMs);
    const available = amounts?.available ?? 0n;
    const held = amounts?.held ?? 0n;
    return {
      account_id: toPublicId('account', accountId),
      currency: balance.currency,
      available: toJsonAmount(available),
      held: toJsonAmount(held),
      posted: toJsonAmount(available + held),
      as_of: new Date(asOfMs).toISOString(),
    };
  };
}
