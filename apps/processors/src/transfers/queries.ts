import type { Uuid } from '@florin/contracts';
import { sql } from 'kysely';
import { restBeforeAsking } from '../domain/charge.ts';
import type { Transfer } from '../domain/transfer.ts';
import type { Tx } from '../schema.ts';

type Table = 'refunds' | 'payouts';

interface Stored extends Transfer {
  readonly id: Uuid;
  readonly transactionId: Uuid | null;
  readonly createdAt: number;
}

/** Saves a transfer; false if another process has changed it since `before`. */
export async function saveTransfer(
  tx: Tx,
  table: Table,
  before: Stored,
  after: Stored,
  more: { readonly amount?: bigint } = {},
): Promise<boolean> {
  const askAfterMs = restBeforeAsking(Date.now() - after.createdAt);
  const { numUpdatedRows } = await tx
    .updateTable(table)
    .set({
      ...more,
      version: after.version,
      status: after.status,
      failure_reason: after.failureReason,
      reference: after.reference,
      transaction_id: after.transactionId,
      ask_at:
        after.status === 'pending'
          ? sql<Date>`clock_timestamp() + ${askAfterMs} * interval '1 ms'`
          : null,
      updated_at: new Date(after.updatedAt),
    })
    .where('id', '=', after.id)
    .where('version', '=', before.version)
    .where('status', '=', before.status)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Deletes a transfer whose money could not be taken from the account. */
export async function deleteReserved(tx: Tx, table: Table, id: Uuid): Promise<void> {
  await tx.deleteFrom(table).where('id', '=', id).where('status', '=', 'reserved').execute();
}
