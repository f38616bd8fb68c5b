import { type Selectable, sql } from 'kysely';
import type { Notice } from '../contract/model.ts';
import { restBeforeTry, type TakenNotice } from '../domain/notice.ts';
import type { Db, NoticeRow } from '../schema.ts';

/** Stores each notice once, whether it came by webhook or by polling. */
export async function insertNotices(
  db: Db,
  processor: string,
  notices: readonly Notice[],
): Promise<void> {
  if (notices.length === 0) return;
  const of = (field: keyof Notice) => notices.map((notice) => notice[field]);
  await sql`
    insert into notices (processor, id, about, reference, our_id, merchant_reference)
    select ${processor}, * from unnest(
      ${of('id')}::text[], ${of('about')}::text[], ${of('reference')}::text[],
      ${of('ourId')}::uuid[], ${of('merchantReference')}::text[])
    on conflict (processor, id) do nothing`.execute(db);
}

/** Leases due notices, each to one process at a time. */
export async function takeDue(db: Db, rowsMax: number): Promise<readonly TakenNotice[]> {
  const { rows } = await sql<Selectable<NoticeRow>>`
    with due as materialized (
      select processor, id from notices where look_at <= statement_timestamp()
       order by look_at limit ${rowsMax} for update skip locked)
    update notices set look_at = clock_timestamp() + interval '30 seconds', tries = tries + 1
     where (processor, id) in (select processor, id from due)
    returning *`.execute(db);
  return rows.map((row) => ({
    processor: row.processor,
    id: row.id,
    about: row.about,
    reference: row.reference,
    ourId: row.our_id,
    merchantReference: row.merchant_reference,
    tries: row.tries,
  }));
}

export async function markHandled(db: Db, { processor, id }: TakenNotice): Promise<void> {
  await db
    .updateTable('notices')
    .set({ look_at: null })
    .where('processor', '=', processor)
    .where('id', '=', id)
    .execute();
}

/** Schedules a retry, because the object is not known yet. */
export async function lookLater(db: Db, { processor, id, tries }: TakenNotice): Promise<void> {
  const restMs = restBeforeTry(tries);
  await db
    .updateTable('notices')
    .set({
      look_at:
        restMs === undefined ? null : sql<Date>`clock_timestamp() + ${restMs} * interval '1 ms'`,
    })
    .where('processor', '=', processor)
    .where('id', '=', id)
    .execute();
}

/** A merchant of a processor; null is the operator's account. */
export interface Polled {
  readonly processor: string;
  readonly merchantReference: string | null;
}

/** Until when missed webhooks were polled; null before the first poll. */
export async function findPolledUntil(db: Db, polled: Polled): Promise<number | null> {
  const row = await db
    .selectFrom('notice_polls')
    .select('polled_until')
    .where('processor', '=', nameOf(polled))
    .executeTakeFirst();
  return row?.polled_until.getTime() ?? null;
}

export async function savePolledUntil(db: Db, polled: Polled, until: number): Promise<void> {
  const polled_until = new Date(until);
  await db
    .insertInto('notice_polls')
    .values({ processor: nameOf(polled), polled_until })
    .onConflict((conflict) => conflict.column('processor').doUpdateSet({ polled_until }))
    .execute();
}

function nameOf({ processor, merchantReference }: Polled): string {
  return merchantReference === null ? processor : `${processor} ${merchantReference}`;
}

/** Retention of handled notices, by which duplicates are detected. */
const KEPT_DAYS = 35;

export async function deleteOldNotices(db: Db, rowsMax: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from notices where (processor, id) in (
      select processor, id from notices
       where look_at is null and received_at < now() - ${KEPT_DAYS} * interval '1 day'
       limit ${rowsMax})`.execute(db);
  return numAffectedRows === BigInt(rowsMax);
}
