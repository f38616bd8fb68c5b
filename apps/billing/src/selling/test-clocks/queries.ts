import { newId, type Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { endedWithAccount } from '../../domain/subscription/model.ts';
import type { TestClock } from '../../domain/test-clock.ts';
import { inScope, onPage, type PageRequest, pageOrder } from '../../lists.ts';
import type { BillingTables, TestClockRow } from '../../schema.ts';
import type { DueSubscription } from '../due-work/queries.ts';

type Tx = Transaction<BillingTables>;

export async function insertTestClock(tx: Tx, accountId: Uuid, nowMs: number): Promise<TestClock> {
  const row = await tx
    .insertInto('test_clocks')
    .values({
      id: newId(),
      account_id: accountId,
      now_at: new Date(nowMs),
      target_at: null,
      advance_id: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toTestClock(row);
}

/**
 * Number of an account's open clocks, up to a maximum. No other transaction can add one until this
 * one ends.
 */
export async function countOpenClocks(tx: Tx, accountId: Uuid, max: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`test clocks ${accountId}`}, 0))`.execute(
    tx,
  );
  const { rows } = await sql`
    select 1 from test_clocks c
     where account_id = ${accountId}
       and (target_at is not null
            or not exists (select from subscriptions where test_clock_id = c.id)
            or exists (select from subscriptions
                        where test_clock_id = c.id and status not in ('canceled', 'expired')))
     order by id desc limit ${max}`.execute(tx);
  return rows.length;
}

export async function findTestClock(
  db: Kysely<BillingTables>,
  id: Uuid,
): Promise<TestClock | undefined> {
  const row = await db
    .selectFrom('test_clocks')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toTestClock(row);
}

/** In paging order. */
export async function selectTestClocks(
  db: Kysely<BillingTables>,
  filter: PageRequest,
  rowsMax: number,
): Promise<readonly TestClock[]> {
  const { rows } = await sql<Selectable<TestClockRow>>`
    select * from test_clocks
     where ${inScope(filter)} and ${onPage(filter)}
     order by ${pageOrder(filter)} limit ${rowsMax}`.execute(db);
  return rows.map(toTestClock);
}

/**
 * Keeps a clock from being advanced until the transaction ends; returns whether it stands still.
 * Null, the real time, always succeeds.
 */
export async function lockClock(tx: Tx, id: Uuid | null): Promise<boolean> {
  if (id === null) return true;
  const row = await tx
    .selectFrom('test_clocks')
    .select('target_at')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row?.target_at === null;
}

/** Waits for changes that hold a clock, and blocks new ones. */
export async function lockTestClock(tx: Tx, id: Uuid): Promise<TestClock | undefined> {
  const row = await tx
    .selectFrom('test_clocks')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toTestClock(row);
}

/** Marks a locked clock as being advanced. */
export async function beginAdvance(
  tx: Tx,
  id: Uuid,
  { advanceId, targetMs }: { readonly advanceId: Uuid; readonly targetMs: number },
): Promise<void> {
  await tx
    .updateTable('test_clocks')
    .set({ target_at: new Date(targetMs), advance_id: advanceId })
    .where('id', '=', id)
    .execute();
}

/** Ends an advance at its target. */
export async function endAdvance(tx: Tx, id: Uuid, advanceId: Uuid): Promise<TestClock> {
  const row = await tx
    .updateTable('test_clocks')
    .set({ now_at: sql<Date>`target_at`, target_at: null, advance_id: null })
    .where('id', '=', id)
    .where('advance_id', '=', advanceId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toTestClock(row);
}

/**
 * Moves a clock to the next due instant, at most to its target. Idempotent, because it never passes
 * a due item.
 */
export async function moveToNextDue(db: Kysely<BillingTables>, id: Uuid): Promise<void> {
  await sql`
    update test_clocks c set now_at = due.at
      from (select min(due_at) as at from subscriptions where test_clock_id = ${id}) due
     where c.id = ${id} and due.at > c.now_at and due.at <= c.target_at`.execute(db);
}

/** Subscriptions with due items by this clock, longest due first. */
export async function listDueByClock(
  db: Kysely<BillingTables>,
  id: Uuid,
  rowsMax: number,
): Promise<readonly DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    select s.id, s.status = any(${endedWithAccount}::text[]) as "needsGates"
      from subscriptions s join test_clocks c on c.id = s.test_clock_id
     where c.id = ${id} and s.due_at <= c.now_at
     order by s.due_at, s.id limit ${rowsMax}`.execute(db);
  return rows;
}

/** Whether a request is charging a subscription of this clock now. */
export async function isChargingOnClock(db: Kysely<BillingTables>, id: Uuid): Promise<boolean> {
  const { rows } = await sql`
    select 1 from subscriptions
     where test_clock_id = ${id} and is_charging and due_at is null limit 1`.execute(db);
  return rows.length > 0;
}

function toTestClock(row: Selectable<TestClockRow>): TestClock {
  return {
    id: row.id,
    accountId: row.account_id,
    nowMs: row.now_at.getTime(),
    targetMs: row.target_at?.getTime() ?? null,
    advanceId: row.advance_id,
    createdAt: row.created_at.getTime(),
  };
}
