import { AppError, isLive, toPublicId, type Uuid } from '@florin/contracts';
import { type Currency, toJsonAmount } from '@florin/money';
import type { Kysely } from 'kysely';
import type { LedgerTables } from '../schema/tables.ts';
import { findAmountsAt, findBalance, insertBalance } from './queries.ts';

/**
 * Opens an account's balance. Idempotent.
 * @throws AppError conflict if the account already has another currency.
 */
export async function openBalance(
  db: Kysely<LedgerTables>,
  accountId: Uuid,
  currency: Currency,
): Promise<void> {
  const kept = await insertBalance(db, accountId, currency);
  if (kept !== currency)
    throw new AppError('conflict', `the account already uses ${kept}, not ${currency}`);
}

/**
 * Changes the currency of a balance before its first posting and payment request.
 * @throws AppError conflict after these; not_found for an unknown or closed account.
 */
export async function changeCurrency(
  db: Kysely<LedgerTables>,
  accountId: Uuid,
  currency: Currency,
): Promise<void> {
  // One statement: it waits for a batch that holds the row and then checks the row again.
  const changed = await db
    .updateTable('balances')
    .set((row) => ({ currency, version: row('version', '+', 1n) }))
    .where('account_id', '=', accountId)
    .where('status', '=', 'open')
    .where('last_id', 'is', null)
    .where('currency', '!=', currency)
    .returning('account_id')
    .executeTakeFirst();
  if (changed) return;
  const balance = await findBalance(db, accountId);
  if (!balance || balance.status === 'closed')
    throw new AppError('not_found', 'there is no open account with this id');
  if (balance.currency !== currency)
    throw new AppError(
      'conflict',
      'the currency cannot change after the first posting or payment request',
    );
}

/** An account's balance as clients see it. Amounts are minor units. */
interface BalanceResource {
  readonly account_id: string;
  readonly livemode: boolean;
  readonly currency: string;
  readonly available: number;
  readonly held: number;
  /** Money of the account: available and held. */
  readonly posted: number;
  readonly as_of: string;
}

/**
 * An account's balance now, or at an instant.
 * @throws AppError not_found if the account has none.
 */
export async function getBalance(
  db: Kysely<LedgerTables>,
  accountId: Uuid,
  atMs: number | undefined,
): Promise<BalanceResource> {
  const now = Date.now();
  const asOfMs = Math.min(atMs ?? now, now);
  const balance = await findBalance(db, accountId);
  if (!balance) throw new AppError('not_found', 'there is no account with this id');
  const amounts = atMs === undefined ? balance.amounts : await findAmountsAt(db, accountId, atMs);
  const available = amounts?.available ?? 0n;
  const held = amounts?.held ?? 0n;
  return {
    account_id: toPublicId('account', accountId),
    livemode: isLive(accountId),
    currency: balance.currency,
    available: toJsonAmount(available),
    held: toJsonAmount(held),
    posted: toJsonAmount(available + held),
    as_of: new Date(asOfMs).toISOString(),
  };
}
