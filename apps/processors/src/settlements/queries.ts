import type { Uuid } from '@florin/contracts';
import { newId } from '@florin/contracts';
import type { Currency } from '@florin/money';
import { sql } from 'kysely';
import type { SettlementPage } from '../contract/model.ts';
import { takeDue } from '../due/queries.ts';
import type { BegunBy } from '../registry.ts';
import type { Db, Tx } from '../schema.ts';

/** A merchant of a processor, whose lines are read. */
export interface Source {
  readonly processor: string;
  readonly livemode: boolean;
  /** Null is the operator's account. */
  readonly merchantReference: string | null;
}

/** Key of a cursor; the modes of a processor have separate ones. */
export function readerOf({ processor, livemode }: BegunBy): string {
  return livemode ? processor : `${processor} test`;
}

/** Cursor of the next page; null before the first line. */
export async function findCursor(db: Db, source: Source): Promise<string | null> {
  const row = await db
    .selectFrom('settlement_cursors')
    .select('cursor')
    .where('processor', '=', readerOf(source))
    .where('merchant_reference', '=', source.merchantReference ?? '')
    .executeTakeFirst();
  return row?.cursor ?? null;
}

/** Time of the last read for each key of `readerOf`. */
export async function listReadTimes(db: Db): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom('settlement_cursors')
    .select(({ fn }) => ['processor', fn.max('read_at').as('read_at')])
    .groupBy('processor')
    .execute();
  return new Map(rows.map(({ processor, read_at }) => [processor, read_at]));
}

/** Stores a page, each line once, and the next cursor. */
export async function savePage(
  tx: Tx,
  source: Source,
  { lines, cursor }: SettlementPage,
): Promise<void> {
  const { processor, livemode, merchantReference } = source;
  const of = <Value>(read: (line: SettlementPage['lines'][number]) => Value) => lines.map(read);
  await sql`
    insert into settlement_lines (processor, livemode, merchant_reference, id, reference, kind, about,
                                  gross, fee, currency, at)
    select ${processor}, ${livemode}, ${merchantReference ?? ''}, * from unnest(
      ${of(() => newId())}::uuid[], ${of(({ reference }) => reference)}::text[],
      ${of(({ kind }) => kind)}::text[], ${of(({ about }) => about)}::text[],
      ${of(({ gross }) => String(gross))}::bigint[], ${of(({ fee }) => String(fee))}::bigint[],
      ${of(({ currency }) => currency)}::text[],
      ${of(({ at }) => new Date(at).toISOString())}::timestamptz[])
    on conflict do nothing`.execute(tx);
  const read = { cursor, read_at: new Date() };
  await tx
    .insertInto('settlement_cursors')
    .values({ processor: readerOf(source), merchant_reference: merchantReference ?? '', ...read })
    .onConflict((conflict) =>
      conflict.columns(['processor', 'merchant_reference']).doUpdateSet(read),
    )
    .execute();
}

/** Objects of lines, by the processor's ids. */
const SUBJECTS = sql`
  select 'charge' as kind, processor, reference, id, account_id from charges
   where reference is not null
  union all
  select 'refund', charges.processor, refunds.reference, refunds.id, refunds.account_id
    from refunds join charges on charges.id = refunds.charge_id where refunds.reference is not null
  union all
  select 'dispute', charges.processor, disputes.reference, disputes.id, disputes.account_id
    from disputes join charges on charges.id = disputes.charge_id
  union all
  select 'payout', processor, reference, id, account_id from payouts where reference is not null`;

/**
 * Matches due lines with their objects; a line may arrive before its object's id is known. Returns
 * the number of lines tried.
 */
export async function matchLines(db: Db, rowsMax: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id, kind, processor, about from settlement_lines where look_at <= statement_timestamp()
       order by look_at limit ${rowsMax} for update skip locked),
    found as (
      select due.id, subjects.id as subject_id, subjects.account_id
        from due join lateral (${SUBJECTS}) subjects
          on subjects.processor = due.processor and subjects.reference = due.about
         and (subjects.kind = due.kind or due.kind = 'fee'))
    update settlement_lines line
       set subject_id = found.subject_id, account_id = found.account_id, looks = line.looks + 1,
           book_at = case when found.id is not null and line.fee <> 0 then clock_timestamp() end,
           look_at = case when found.id is null and line.about is not null and line.looks < 12
                          then clock_timestamp() + least(1000 * 2 ^ line.looks, 3600000)
                               * interval '1 ms' end
      from due left join found on found.id = due.id
     where line.id = due.id
    returning line.id`.execute(db);
  return rows.length;
}

/** A line whose fee must still be taken from its account, or returned. */
export interface DueFee {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly processor: string;
  /** Minor units; negative is returned. */
  readonly fee: bigint;
  readonly currency: Currency;
  readonly booked: bigint;
  readonly bookings: number;
}

/** Leases lines with due fees. */
export async function takeDueFees(db: Db, rowsMax: number): Promise<readonly DueFee[]> {
  const rows = await takeDue(db, ['settlement_lines', 'book_at'], rowsMax);
  return rows.flatMap(({ account_id, ...row }) =>
    account_id === null
      ? []
      : [
          {
            id: row.id,
            accountId: account_id,
            processor: row.processor,
            fee: row.fee,
            currency: row.currency,
            booked: row.fee_booked,
            bookings: row.fee_bookings,
          },
        ],
  );
}

/** Saves the booked part of a fee; the rest is retried later. */
export async function saveBooking(
  db: Db,
  { id, fee, bookings }: DueFee,
  booked: bigint,
  isMoved: boolean,
  againAfterMs: number,
): Promise<void> {
  const again = sql<Date>`clock_timestamp() + ${againAfterMs} * interval '1 ms'`;
  await db
    .updateTable('settlement_lines')
    .set({
      fee_booked: booked,
      fee_bookings: bookings + (isMoved ? 1 : 0),
      book_at: booked === fee ? null : again,
    })
    .where('id', '=', id)
    .where('fee_bookings', '=', bookings)
    .execute();
}
