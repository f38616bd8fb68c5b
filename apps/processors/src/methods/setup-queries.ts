import type { Uuid } from '@florin/contracts';
import { selectPage } from '@florin/database';
import { type Selectable, sql } from 'kysely';
import type { Merchant } from '../contract/model.ts';
import { restBeforeAsking } from '../domain/charge.ts';
import type { Db, MethodSetupRow, Tx } from '../schema.ts';

/** A page on which a customer saves a method without paying. */
export interface Setup {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly merchant: Merchant;
  /** Public id. */
  readonly customer: string;
  readonly email: string;
  /** The mandate text. */
  readonly mandate: string;
  readonly returnUrl: string;
  readonly processor: string;
  readonly livemode: boolean;
  readonly status: 'open' | 'saved' | 'declined' | 'canceled';
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export async function insertSetup(db: Db, setup: Omit<Setup, 'createdAt'>): Promise<void> {
  await db
    .insertInto('method_setups')
    .values({
      id: setup.id,
      account_id: setup.accountId,
      merchant_reference: setup.merchant.reference,
      customer: setup.customer,
      email: setup.email,
      mandate: setup.mandate,
      return_url: setup.returnUrl,
      processor: setup.processor,
      livemode: setup.livemode,
      status: setup.status,
      ask_at: sql<Date>`clock_timestamp() + ${restBeforeAsking(0)} * interval '1 ms'`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function findSetup(db: Db, id: Uuid): Promise<Setup | undefined> {
  const row = await db
    .selectFrom('method_setups')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toSetup(row);
}

/** Setups of a customer, newest first. */
export async function listSetupsOf(
  db: Db,
  { accountId, customer }: Pick<Setup, 'accountId' | 'customer'>,
  after: Uuid | undefined,
  rowsMax: number,
): Promise<readonly Setup[]> {
  const query = db
    .selectFrom('method_setups')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('customer', '=', customer);
  const rows = await selectPage(query, { after, before: undefined }, rowsMax).execute();
  return rows.map(toSetup);
}

/** Ends a setup; false if it had already ended. */
export async function endSetup(tx: Tx, id: Uuid, status: Setup['status']): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('method_setups')
    .set({ status, ask_at: null })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Leases open setups for polling, each to one process at a time, at growing intervals. */
export async function takeOpen(db: Db, rowsMax: number): Promise<readonly Setup[]> {
  const { rows } = await sql<Selectable<MethodSetupRow>>`
    with due as materialized (
      select id from method_setups where ask_at <= statement_timestamp()
       order by ask_at limit ${rowsMax} for update skip locked)
    update method_setups
       set ask_at = clock_timestamp()
                    + least(greatest((clock_timestamp() - created_at) / 4, interval '2 seconds'),
                            interval '1 hour')
     where id in (select id from due)
    returning *`.execute(db);
  return rows.map(toSetup);
}

/** Deletes pages that ended without a saved method; true if there may be more. */
export async function deleteUnusedSetups(
  db: Db,
  keptDays: number,
  rowsMax: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from method_setups where id in (
      select id from method_setups
       where status in ('declined', 'canceled')
         and created_at < now() - ${keptDays} * interval '1 day'
       order by created_at limit ${rowsMax})`.execute(db);
  return numAffectedRows === BigInt(rowsMax);
}

function toSetup(row: Selectable<MethodSetupRow>): Setup {
  return {
    id: row.id,
    accountId: row.account_id,
    merchant: { accountId: row.account_id, reference: row.merchant_reference },
    customer: row.customer,
    email: row.email,
    mandate: row.mandate,
    returnUrl: row.return_url,
    processor: row.processor,
    livemode: row.livemode,
    status: row.status,
    createdAt: row.created_at.getTime(),
  };
}
