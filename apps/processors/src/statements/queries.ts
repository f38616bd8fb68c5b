import type { BankEntry } from '@florin/bank-statements';
import { newId, type Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import { type Selectable, sql } from 'kysely';
import type { Match, ReadStatement, UnmatchedMoney } from '../domain/statement.ts';
import type { Db, Tx } from '../schema.ts';
import type { BankEntryRow, BankStatementRow } from '../tables/transfer.ts';

export async function insertStatement(tx: Tx, statement: ReadStatement): Promise<void> {
  const { bankReference: bank_reference, createdAt, ...rest } = statement;
  await tx
    .insertInto('bank_statements')
    .values({ ...rest, bank_reference, created_at: new Date(createdAt) })
    .execute();
}

/** Saves the counts of a statement's entries. */
export async function saveCounts(
  tx: Tx,
  { id, entries, known, matched, unmatched }: ReadStatement,
): Promise<void> {
  await tx
    .updateTable('bank_statements')
    .set({ entries, known, matched, unmatched })
    .where('id', '=', id)
    .execute();
}

/** An entry that is in no earlier statement. */
export interface NewEntry {
  readonly id: Uuid;
  readonly entry: BankEntry;
}

/** Serializes statements of one account, so that equal entries are counted correctly. */
export async function lockAccount(tx: Tx, account: string | null): Promise<void> {
  const name = `bank statements of ${account ?? 'any account'}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Columns by which entries are equal, apart from the bank's id. */
const EQUAL = sql.raw(
  'booking_date, amount, currency, direction, end_to_end_id, reference, remittance, payer_iban',
);

/** Entries as rows of `found`, in order. */
function foundRows(entries: readonly BankEntry[], ids: readonly Uuid[]) {
  const of = (read: (entry: BankEntry) => unknown) => entries.map(read);
  return sql`unnest(
      ${ids}::uuid[],
      ${of(({ entryReference }) => entryReference)}::text[],
      ${of(({ bookingDate }) => bookingDate)}::text[],
      ${of(({ amountMinor }) => amountMinor)}::bigint[],
      ${of(({ currency }) => currency)}::text[],
      ${of(({ creditDebit }) => creditDebit)}::text[],
      ${of(({ isReversal }) => isReversal)}::boolean[],
      ${of(({ remittance }) => remittance.structured)}::text[],
      ${of(({ remittance }) => remittance.unstructured)}::text[],
      ${of(({ endToEndId }) => endToEndId)}::text[],
      ${of(({ counterparty }) => counterparty.name)}::text[],
      ${of(({ counterparty }) => counterparty.iban)}::text[],
      ${of(({ equalBefore }) => equalBefore)}::int[]) with ordinality
        as found (id, entry_reference, booking_date, amount, currency, direction, is_reversal,
                  reference, remittance, end_to_end_id, payer_name, payer_iban, equal_before, place)`;
}

/**
 * Adds bank ids to equal entries of earlier statements that had none. They are the same entries and
 * keep their status.
 */
export async function nameKnownEntries(
  tx: Tx,
  statementId: Uuid,
  entries: readonly BankEntry[],
): Promise<void> {
  const named = entries.filter(({ equalBefore }) => equalBefore === null);
  if (named.length === 0) return;
  const ids = named.map(() => newId());
  await sql`
    with named as (
      select *, row_number() over (partition by ${EQUAL} order by place) as rank
        from ${foundRows(named, ids)}
       where not exists (select from bank_entries known
                          where known.entry_reference = found.entry_reference)),
    unnamed as (
      select known.*, row_number() over (partition by ${EQUAL} order by known.id) as rank
        from bank_entries known
        join bank_statements earlier on earlier.id = known.statement_id
        join bank_statements this on this.id = ${statementId}
       where earlier.account is not distinct from this.account and earlier.id <> this.id
         and known.is_named is not true
         and (known.booking_date, known.amount) in (select booking_date, amount from named))
    update bank_entries entry
       set entry_reference = named.entry_reference, is_named = true
      from named join unnamed
        on (named.rank, named.booking_date, named.amount, named.currency, named.direction)
         = (unnamed.rank, unnamed.booking_date, unnamed.amount, unnamed.currency, unnamed.direction)
       and (named.end_to_end_id, named.reference, named.remittance, named.payer_iban)
           is not distinct from
           (unnamed.end_to_end_id, unnamed.reference, unnamed.remittance, unnamed.payer_iban)
     where entry.id = unnamed.id`.execute(tx);
}

/**
 * Stores new entries; known ones stay unchanged. Equal entries without a bank id are counted: the
 * stored number is the maximum over all statements.
 */
export async function insertEntries(
  tx: Tx,
  statementId: Uuid,
  entries: readonly BankEntry[],
): Promise<readonly NewEntry[]> {
  const ids = entries.map(() => newId());
  const { rows } = await sql<{ id: Uuid }>`
    insert into bank_entries
           (statement_id, status, id, entry_reference, booking_date, amount, currency, direction,
            is_reversal, reference, remittance, end_to_end_id, payer_name, payer_iban, is_named)
    select ${statementId}, 'outgoing', id,
           -- A renamed entry leaves gaps in the counting, so that the name of a count may be taken.
           case when equal_before is not null and exists (
                  select from bank_entries known where known.entry_reference = found.entry_reference)
                then entry_reference || ':' || id else entry_reference end,
           booking_date, amount, currency,
           direction, is_reversal, reference, remittance, end_to_end_id, payer_name, payer_iban,
           equal_before is null
      from ${foundRows(entries, ids)}
     where equal_before is null
        or equal_before >= (
             select count(*) from bank_entries known
               join bank_statements earlier on earlier.id = known.statement_id
               join bank_statements this on this.id = ${statementId}
              where earlier.account is not distinct from this.account
                and (known.booking_date, known.amount, known.currency, known.direction)
                  = (found.booking_date, found.amount, found.currency, found.direction)
                and (known.end_to_end_id, known.reference, known.remittance, known.payer_iban)
                    is not distinct from
                    (found.end_to_end_id, found.reference, found.remittance, found.payer_iban))
    on conflict (entry_reference) do nothing
    returning id`.execute(tx);
  const byId = new Map(ids.map((id, index) => [id, entries[index]]));
  return rows.flatMap(({ id }) => {
    const entry = byId.get(id);
    return entry ? [{ id, entry }] : [];
  });
}

/** Saves the automatic matches of new entries. */
export async function saveMatches(
  tx: Tx,
  matches: readonly (NewEntry & { readonly match: Match })[],
): Promise<void> {
  const of = (read: (match: Match) => string | null) => matches.map(({ match }) => read(match));
  const orders = of((match) => (match.status === 'matched' ? match.order.id : null));
  const reasons = of((match) => (match.status === 'unmatched' ? match.reason : null));
  await sql`
    update bank_entries entry
       set status = found.status, order_id = found.order_id, reason = found.reason
      from unnest(${matches.map(({ id }) => id)}::uuid[], ${of(({ status }) => status)}::text[],
                  ${orders}::uuid[], ${reasons}::text[]) as found (id, status, order_id, reason)
     where entry.id = found.id`.execute(tx);
}

export async function findStatement(db: Db, id: Uuid): Promise<ReadStatement | undefined> {
  const row = await db
    .selectFrom('bank_statements')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toStatement(row);
}

/** Statements, newest first; oldest first from a `before` cursor. */
export async function selectStatements(
  db: Db,
  cursor: Cursor,
  rowsMax: number,
): Promise<readonly ReadStatement[]> {
  const query = db.selectFrom('bank_statements').selectAll();
  return (await selectPage(query, cursor, rowsMax).execute()).map(toStatement);
}

/** Columns of unmatched money. */
const selectUnmatched = (db: Db | Tx) =>
  db
    .selectFrom('bank_entries')
    .innerJoin('bank_statements', 'bank_statements.id', 'bank_entries.statement_id')
    .leftJoin('charges', 'charges.id', 'bank_entries.order_id')
    .selectAll('bank_entries')
    .select(['bank_statements.livemode', 'charges.payment_id'])
    .where('bank_entries.reason', 'is not', null);

export async function findUnmatched(db: Db | Tx, id: Uuid): Promise<UnmatchedMoney | undefined> {
  const row = await selectUnmatched(db).where('bank_entries.id', '=', id).executeTakeFirst();
  return row && toUnmatched(row);
}

/** Locks an entry until its status is decided. */
export async function lockUnmatched(tx: Tx, id: Uuid): Promise<UnmatchedMoney | undefined> {
  await tx
    .selectFrom('bank_entries')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return findUnmatched(tx, id);
}

export interface UnmatchedFilter extends Cursor {
  readonly status: UnmatchedMoney['status'] | undefined;
}

/** Newest first; oldest first from a `before` cursor. */
export async function selectUnmatchedPage(
  db: Db,
  { status, ...cursor }: UnmatchedFilter,
  rowsMax: number,
): Promise<readonly UnmatchedMoney[]> {
  let ids = db.selectFrom('bank_entries').select('id').where('reason', 'is not', null);
  if (status !== undefined) ids = ids.where('status', '=', status);
  const page = await selectPage(ids, cursor, rowsMax).execute();
  const rows = await selectUnmatched(db)
    .where('bank_entries.id', '=', sql<string>`any(${page.map(({ id }) => id)}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toUnmatched(row)]));
  return page.flatMap(({ id }) => byId.get(id) ?? []);
}

/** A person's decision. */
export interface Decision {
  readonly status: UnmatchedMoney['status'];
  readonly orderId: Uuid | null;
  readonly accountId: Uuid | null;
  readonly note: string | null;
  readonly assignedBy: Uuid | null;
}

export const UNDECIDED: Decision = {
  status: 'unmatched',
  orderId: null,
  accountId: null,
  note: null,
  assignedBy: null,
};

export async function saveDecision(tx: Tx, id: Uuid, decision: Decision): Promise<void> {
  await tx
    .updateTable('bank_entries')
    .set({
      status: decision.status,
      order_id: decision.orderId,
      account_id: decision.accountId,
      note: decision.note,
      assigned_by: decision.assignedBy,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
}

function toStatement(row: Selectable<BankStatementRow>): ReadStatement {
  const { bank_reference: bankReference, created_at, ...rest } = row;
  return { ...rest, bankReference, createdAt: created_at.getTime() };
}

function toUnmatched(
  row: Selectable<BankEntryRow> & {
    readonly livemode: boolean;
    readonly payment_id: string | null;
  },
): UnmatchedMoney {
  const { status, reason } = row;
  if (reason === null || status === 'matched' || status === 'outgoing')
    throw new Error(`entry ${row.id} is ${status}`);
  return {
    id: row.id,
    statementId: row.statement_id,
    livemode: row.livemode,
    bookingDate: row.booking_date,
    amount: row.amount,
    currency: row.currency,
    direction: row.direction,
    isReversal: row.is_reversal,
    reference: row.reference,
    remittance: row.remittance,
    endToEndId: row.end_to_end_id,
    payerName: row.payer_name,
    payerIban: row.payer_iban,
    status,
    reason,
    paymentId: row.payment_id,
    accountId: row.account_id,
    note: row.note,
    assignedBy: row.assigned_by,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}
