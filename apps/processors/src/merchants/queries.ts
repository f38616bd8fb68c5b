import type { Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import type { Selectable } from 'kysely';
import type { Merchant } from '../contract/model.ts';
import type { Processor } from '../contract/processor.ts';
import type { Db, ProcessorAccountRow, Tx } from '../schema.ts';

export type ProcessorAccount = Selectable<ProcessorAccountRow>;

/** The merchant for payments to an account: its own account at the processor, or the operator's. */
export async function findMerchant(db: Db, accountId: Uuid, processor: string): Promise<Merchant> {
  const row = await db
    .selectFrom('processor_accounts')
    .select('reference')
    .where('account_id', '=', accountId)
    .where('processor', '=', processor)
    .executeTakeFirst();
  return { accountId, reference: row?.reference ?? null };
}

/**
 * Runs `work` for each merchant of a processor in sequence, the operator (null) first.
 * @throws the first failure, once all were tried
 */
export async function eachMerchant(
  db: Db,
  processor: Pick<Processor, 'name' | 'livemode' | 'abilities'>,
  work: (reference: string | null) => Promise<void>,
): Promise<void> {
  const others = processor.abilities.merchants ? await listReferences(db, processor) : [];
  let failure: { readonly error: unknown } | undefined;
  for (const reference of [null, ...others])
    try {
      await work(reference);
    } catch (error) {
      failure ??= { error };
    }
  if (failure) throw failure.error;
}

async function listReferences(
  db: Db,
  { name, livemode }: Pick<Processor, 'name' | 'livemode'>,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('processor_accounts')
    .select('reference')
    .where('processor', '=', name)
    .where('livemode', '=', livemode)
    .orderBy('id')
    .execute();
  return rows.map(({ reference }) => reference);
}

/** Undefined if the account already has one there, or another account has this one. */
export async function insertProcessorAccount(
  tx: Tx,
  row: Omit<ProcessorAccount, 'created_at'>,
): Promise<ProcessorAccount | undefined> {
  return tx
    .insertInto('processor_accounts')
    .values({ ...row })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findProcessorAccount(db: Db | Tx, id: Uuid): Promise<ProcessorAccount | undefined> {
  return db.selectFrom('processor_accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function deleteProcessorAccount(tx: Tx, id: Uuid): Promise<void> {
  await tx.deleteFrom('processor_accounts').where('id', '=', id).execute();
}

/** Newest first; oldest first from a `before` cursor. */
export async function selectProcessorAccounts(
  db: Db,
  cursor: Cursor,
  rowsMax: number,
): Promise<readonly ProcessorAccount[]> {
  return selectPage(db.selectFrom('processor_accounts').selectAll(), cursor, rowsMax).execute();
}
