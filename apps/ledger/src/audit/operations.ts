import { AppError, toPublicId, type Uuid } from '@florin/contracts';
import { isCutOff } from '@florin/database';
import { type Kysely, sql, type Transaction } from 'kysely';
import { EVENTS_KEPT_DAYS } from '../partitions/partitions.ts';
import type { LedgerTables } from '../schema/tables.ts';
import type { Books } from '../shards/books.ts';
import { firstIdOf } from '../shards/place.ts';
import {
  type Findings,
  findOrphans,
  findRangeEnd,
  findViolations,
  type RangeSize,
} from './queries.ts';

interface AuditPage extends Findings {
  /** The cursor of the next page; null after the last. */
  readonly next: Uuid | null;
}

const FIRST: Uuid = '00000000-0000-0000-0000-000000000000';
const LAST: Uuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const DAY_MS = 86_400_000;
/** One day less than the retention, because an account's clock may be ahead. */
const EVENTS_ASKED_FOR_MS = (EVENTS_KEPT_DAYS - 1) * DAY_MS;
const PAGE_CHANGES_MAX = 5_000;
const PAGE_TIMEOUT_MS = 1_500;

/** Checks everything that belongs to the accounts after `after`, up to `end` or the last. */
function auditRange(tx: Kysely<LedgerTables>, after: Uuid, end: Uuid | null): Promise<Findings> {
  const keptSince = new Date(Date.now() - EVENTS_ASKED_FOR_MS);
  return findViolations(tx, { after, upTo: end ?? LAST }, keptSince);
}

/** Checks everything, range by range; the last page covers rows without an account. */
export async function* auditAll(
  tx: Kysely<LedgerTables>,
  size: RangeSize,
): AsyncGenerator<Findings, void> {
  for (let after: Uuid | null = FIRST; after !== null; ) {
    const end: Uuid | null = await findRangeEnd(tx, after, size);
    yield auditRange(tx, after, end);
    after = end;
  }
  yield findOrphans(tx);
}

/** One snapshot of all books, without locks, despite concurrent writes. */
export function inSnapshot<Result>(
  db: Kysely<LedgerTables>,
  timeoutMs: number,
  work: (tx: Transaction<LedgerTables>) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Postgres may assume that a range of new accounts is empty, and a nested loop would be
      // quadratic.
      for (const setting of ['enable_nestloop = off', 'jit = off'])
        await sql`set local ${sql.raw(setting)}`.execute(tx);
      await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(tx);
      return work(tx);
    });
}

/**
 * A page of the audit, small enough for a request.
 * @throws AppError unavailable if the next account alone takes too long.
 */
export async function auditPage(
  db: Kysely<LedgerTables>,
  after: Uuid | undefined,
  accountsMax: number,
  timeoutMs = PAGE_TIMEOUT_MS,
): Promise<AuditPage> {
  const from = after ?? FIRST;
  let next: Uuid | null = null;
  try {
    const findings = await inSnapshot(db, timeoutMs, async (tx) => {
      next = await findRangeEnd(tx, from, { accountsMax, changesMax: PAGE_CHANGES_MAX });
      return auditRange(tx, from, next);
    });
    return { ...findings, next };
  } catch (error) {
    throw isCutOff(error) ? tooBig(next) : error;
  }
}

/**
 * The next page over all shards, one after the other: each starts after an id that no account has.
 */
export async function auditNextPage(
  books: Books,
  after: Uuid | undefined,
  accountsMax: number,
): Promise<AuditPage> {
  const [first] = books.all;
  const db = after === undefined ? first : books.of(after);
  if (db === undefined) throw new Error('there are no books');
  const page = await auditPage(db, after, accountsMax);
  const count = books.all.length;
  const index = books.all.indexOf(db) + 1;
  return { ...page, next: page.next ?? (index < count ? firstIdOf({ index, count }) : null) };
}

/**
 * The audit of one account; undefined if it does not exist.
 * @throws AppError unavailable if it takes too long.
 */
export async function auditAccount(
  db: Kysely<LedgerTables>,
  accountId: Uuid,
  timeoutMs = PAGE_TIMEOUT_MS,
): Promise<Findings | undefined> {
  const keptSince = new Date(Date.now() - EVENTS_ASKED_FOR_MS);
  const range = { after: idBefore(accountId), upTo: accountId };
  try {
    const findings = await inSnapshot(db, timeoutMs, (tx) => findViolations(tx, range, keptSince));
    return findings.accounts === 0 ? undefined : findings;
  } catch (error) {
    throw isCutOff(error) ? tooBig(null) : error;
  }
}

/** The id just before one that is not the first. */
function idBefore(id: Uuid): Uuid {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function tooBig(next: Uuid | null): AppError {
  const goOn = next === null ? '' : `; continue with after=${toPublicId('account', next)}`;
  return new AppError(
    'unavailable',
    `the next account is too large for one request; use npm run audit${goOn}`,
  );
}
