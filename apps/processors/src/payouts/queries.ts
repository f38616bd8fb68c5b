import type { Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import type { Selectable } from 'kysely';
import type { Payout } from '../domain/payout.ts';
import { takeDue } from '../due/queries.ts';
import type { Db, PayoutRow, Tx } from '../schema.ts';
import { saveTransfer } from '../transfers/queries.ts';

export async function insertPayout(tx: Tx, payout: Payout): Promise<void> {
  await tx
    .insertInto('payouts')
    .values({
      id: payout.id,
      version: payout.version,
      account_id: payout.accountId,
      merchant_reference: payout.merchant.reference,
      processor: payout.processor,
      livemode: payout.livemode,
      amount: payout.amount,
      currency: payout.currency,
      client_reference: payout.clientReference,
      metadata: JSON.stringify(payout.metadata),
      status: payout.status,
      failure_reason: null,
      reference: null,
      transaction_id: null,
      ask_at: null,
      created_at: new Date(payout.createdAt),
      updated_at: new Date(payout.updatedAt),
    })
    .execute();
}

/** Saves a payout; false if another process has changed it since `before`. */
export function savePayout(tx: Tx, before: Payout, payout: Payout): Promise<boolean> {
  const { amount } = payout;
  return saveTransfer(tx, 'payouts', before, payout, amount === null ? {} : { amount });
}

export async function findPayout(db: Db | Tx, id: Uuid): Promise<Payout | undefined> {
  const row = await db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toPayout(row);
}

export interface PayoutFilter extends Cursor {
  /** Null selects all accounts. */
  readonly accountId: Uuid | null;
  readonly status: Payout['status'] | undefined;
}

/** Matching payouts, newest first; oldest first from a `before` cursor. */
export async function selectPayouts(
  db: Db,
  { accountId, status, ...cursor }: PayoutFilter,
  rowsMax: number,
): Promise<readonly Payout[]> {
  let query = db.selectFrom('payouts').selectAll().where('status', '!=', 'reserved');
  if (accountId !== null) query = query.where('account_id', '=', accountId);
  if (status !== undefined) query = query.where('status', '=', status);
  return (await selectPage(query, cursor, rowsMax).execute()).map(toPayout);
}

/** Leases payouts that are due for polling. */
export async function takeUndecided(db: Db, rowsMax: number): Promise<readonly Payout[]> {
  return (await takeDue(db, ['payouts', 'ask_at'], rowsMax)).map(toPayout);
}

function toPayout(row: Selectable<PayoutRow>): Payout {
  return {
    id: row.id,
    version: row.version,
    accountId: row.account_id,
    merchant: { accountId: row.account_id, reference: row.merchant_reference },
    processor: row.processor,
    livemode: row.livemode,
    amount: row.amount,
    currency: row.currency,
    clientReference: row.client_reference,
    // The driver parses JSON columns.
    metadata: row.metadata as unknown as Payout['metadata'],
    status: row.status,
    failureReason: row.failure_reason,
    reference: row.reference,
    transactionId: row.transaction_id,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}
