import { newId, type Uuid } from '@florin/contracts';
import { travelOf, withinBounds } from '@florin/database';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { CreditBalance, CreditEntry, CreditHolder } from '../domain/credit.ts';
import { toCurrency } from '../domain/currency.ts';
import type { PageRequest } from '../lists.ts';
import type { CreditBalanceRow, CreditChangeRow } from '../schema/credits.ts';
import type { BillingTables } from '../schema.ts';

type Tx = Transaction<BillingTables>;

/** The credit of a holder. */
export async function readCredit(
  db: Kysely<BillingTables>,
  { sellerId, holderId, currency }: CreditHolder,
): Promise<bigint> {
  const row = await db
    .selectFrom('credit_balances')
    .select('balance')
    .where('seller_id', '=', sellerId)
    .where('holder_id', '=', holderId)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return row?.balance ?? 0n;
}

/** The credit of each holder who ever had any, locked until the transaction ends. */
export async function lockCredits(
  tx: Tx,
  holders: readonly CreditHolder[],
): Promise<Map<string, bigint>> {
  const { rows } = await sql<Selectable<CreditBalanceRow>>`
    select * from credit_balances
     where (seller_id, holder_id, currency) in
           (select * from unnest(${holders.map(({ sellerId }) => sellerId)}::uuid[],
                                 ${holders.map(({ holderId }) => holderId)}::uuid[],
                                 ${holders.map(({ currency }) => currency)}::text[]))
     order by seller_id, holder_id, currency for no key update`.execute(tx);
  return new Map(
    rows.map(({ seller_id, holder_id, currency, balance }) => [
      keyOf({ sellerId: seller_id, holderId: holder_id, currency }),
      balance,
    ]),
  );
}

/** Key of a holder in the result of {@link lockCredits}. */
export function keyOf({
  sellerId,
  holderId,
  currency,
}: Record<keyof CreditHolder, string>): string {
  return `${sellerId} ${holderId} ${currency}`;
}

/** Grants or takes credit, at most once for each invoice and kind: UNIQUE(invoice, kind). */
export async function addCredit(tx: Tx, entry: NewEntry): Promise<void> {
  const { subscriptionId, ...common } = toRow(entry, await changeBalance(tx, entry));
  await tx
    .insertInto('credit_entries')
    .values({ ...common, subscription_id: subscriptionId })
    .execute();
}

/** Grants the credit of a credit note, at most once. */
export async function addNoteCredit(tx: Tx, entry: NewEntry): Promise<void> {
  const { creditNoteId } = entry;
  const { subscriptionId, ...common } = toRow(entry, await changeBalance(tx, entry));
  await tx
    .insertInto('credit_note_entries')
    .values({ ...common, subscription_id: subscriptionId, credit_note_id: creditNoteId })
    .execute();
}

type NewEntry = Pick<
  CreditEntry,
  keyof CreditHolder | 'kind' | 'amount' | 'subscriptionId' | 'creditNoteId' | 'cause'
> & { readonly invoiceId: Uuid };

function toRow(entry: NewEntry, balanceAfter: bigint) {
  const { sellerId, holderId, currency, kind, amount, invoiceId, cause } = entry;
  return {
    id: newId(),
    seller_id: sellerId,
    holder_id: holderId,
    currency,
    kind,
    amount,
    balance_after: balanceAfter,
    subscriptionId: entry.subscriptionId,
    invoice_id: invoiceId,
    cause,
  };
}

/** Returns the new balance, which stays locked until the transaction ends. */
export async function changeBalance(
  tx: Tx,
  { sellerId, holderId, currency, amount }: CreditHolder & Pick<CreditEntry, 'amount'>,
): Promise<bigint> {
  await sql`
    insert into credit_balances (seller_id, holder_id, currency, balance)
    values (${sellerId}, ${holderId}, ${currency}, 0) on conflict do nothing`.execute(tx);
  const { balance } = await tx
    .updateTable('credit_balances')
    .set({
      balance: sql<bigint>`balance + ${amount}`,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('seller_id', '=', sellerId)
    .where('holder_id', '=', holderId)
    .where('currency', '=', currency)
    .returning('balance')
    .executeTakeFirstOrThrow();
  return balance;
}

/** Credit of each of these customers, without those who never had any. */
export async function findCredits(
  db: Kysely<BillingTables>,
  holderIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, CreditBalance>> {
  const { rows } = await sql<{ holder_id: Uuid; currency: string; balance: bigint }>`
    select distinct on (holder_id) holder_id, currency, balance from credit_balances
     where holder_id = any(${holderIds}::uuid[])
     order by holder_id, updated_at desc`.execute(db);
  return new Map(
    rows.map(({ holder_id, currency, balance }) => [holder_id, { currency, balance }]),
  );
}

/** The payer's credit before the invoice used it; 0 if it used none. */
export async function findCreditBefore(
  db: Kysely<BillingTables>,
  invoiceId: Uuid,
): Promise<bigint> {
  const row = await db
    .selectFrom('credit_entries')
    .select(['amount', 'balance_after'])
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'applied')
    .executeTakeFirst();
  return row ? row.balance_after - row.amount : 0n;
}

/** In paging order: newest first, or oldest first before a cursor. */
export async function selectCreditEntries(
  db: Kysely<BillingTables>,
  holderId: Uuid,
  { after, before, order, ...bounds }: Omit<PageRequest, 'scope'>,
  rowsMax: number,
): Promise<readonly CreditEntry[]> {
  const from = after ?? before;
  const isAscending = travelOf({ before, order }) === 'asc';
  const place = sql`(select position from credit_changes where id = ${from ?? null})`;
  const beyond = isAscending ? sql`position > ${place}` : sql`position < ${place}`;
  const { rows } = await sql<Selectable<CreditChangeRow>>`
    select * from credit_changes
     where holder_id = ${holderId}
       and ${withinBounds(bounds)}
       and ${from === undefined ? sql`true` : beyond}
     order by position ${isAscending ? sql`asc` : sql`desc`} limit ${rowsMax}`.execute(db);
  return rows.map(toCreditEntry);
}

/** Whether a holder has an entry with this id. */
export async function hasCreditEntry(
  db: Kysely<BillingTables>,
  holderId: Uuid,
  id: Uuid,
): Promise<boolean> {
  const row = await db
    .selectFrom('credit_changes')
    .select('id')
    .where('id', '=', id)
    .where('holder_id', '=', holderId)
    .executeTakeFirst();
  return row !== undefined;
}

export function toCreditEntry(row: Selectable<CreditChangeRow>): CreditEntry {
  return {
    id: row.id,
    sellerId: row.seller_id,
    holderId: row.holder_id,
    currency: toCurrency(row.currency),
    kind: row.kind,
    amount: row.amount,
    balanceAfter: row.balance_after,
    subscriptionId: row.subscription_id,
    invoiceId: row.invoice_id,
    creditNoteId: row.credit_note_id,
    cause: row.cause,
    reason: row.reason,
    expiresAt: row.expires_at,
    grantId: row.grant_id,
    createdAt: row.created_at,
  };
}
