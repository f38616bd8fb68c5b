import { randomBytes } from 'node:crypto';
import { type exportFormats, type exportTypes, newId, type Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { inScope, onPage, type PageRequest, pageOrder } from '../../lists.ts';
import type { ExportRow } from '../../schema/exports.ts';
import type { BillingTables } from '../../schema.ts';
import { type CsvStyle, plainCsv } from './csv.ts';

export type ExportType = (typeof exportTypes)[number];
export type ExportFormat = (typeof exportFormats)[number];

/** Order for a file. Instants are milliseconds since 1970; `until` is exclusive. */
export interface ExportOrder {
  readonly accountId: Uuid;
  readonly type: ExportType;
  readonly format: ExportFormat;
  readonly from: number;
  readonly until: number;
  /** Time zone (IANA) of days and months. */
  readonly timezone: string;
  readonly style: CsvStyle;
}

/** A file, finished or in progress. */
export interface Export extends ExportOrder {
  readonly id: Uuid;
  readonly status: ExportRow['status'];
  readonly rows: number;
  readonly bytes: number;
  /** Number of finished pieces. */
  readonly pieces: number;
  /** The row after which the export resumes; null at the beginning. */
  readonly place: string | null;
  readonly attempts: number;
  readonly failure: string | null;
  /** Key that signs its links. */
  readonly linkKey: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

const KEY_BYTES = 32;
/** Due at once: the column would round an instant up, into the future. */
const DUE_NOW = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

export async function insertExport(
  tx: Transaction<BillingTables>,
  { accountId, type, format, from, until, timezone, style }: ExportOrder,
): Promise<Export> {
  const row = await tx
    .insertInto('exports')
    .values({
      id: newId(),
      account_id: accountId,
      ...{ type, format, timezone, status: 'pending' as const },
      options: JSON.stringify(style),
      span_from: new Date(from),
      span_until: new Date(until),
      ...{ place: null, failure: null, finished_at: null, leased_until: DUE_NOW },
      link_key: randomBytes(KEY_BYTES).toString('base64url'),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toExport(row);
}

/** Number of unfinished exports of an account; no other is added until the transaction ends. */
export async function countUnfinished(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exports ${accountId}`}, 0))`.execute(
    tx,
  );
  const { count } = await tx
    .selectFrom('exports')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findExport(db: Kysely<BillingTables>, id: Uuid): Promise<Export | undefined> {
  const row = await db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toExport(row);
}

export interface ExportFilter extends PageRequest {
  readonly type: ExportType | undefined;
  readonly status: Export['status'] | undefined;
}

/** In paging order. */
export async function selectExports(
  db: Kysely<BillingTables>,
  filter: ExportFilter,
  rowsMax: number,
): Promise<readonly Export[]> {
  const { type, status } = filter;
  const { rows } = await sql<Selectable<ExportRow>>`
    select * from exports
     where ${inScope(filter)} and ${onPage(filter)}
       and ${type === undefined ? sql`true` : sql`type = ${type}`}
       and ${status === undefined ? sql`true` : sql`status = ${status}`}
     order by ${pageOrder(filter)} limit ${rowsMax}`.execute(db);
  return rows.map(toExport);
}

/** No other process takes an export for this long, unless its piece is written earlier. */
const LEASE_SECONDS = 60;

/** Takes the export that has waited longest for a piece and is not leased. */
export async function takeExport(db: Kysely<BillingTables>): Promise<Export | undefined> {
  const { rows } = await sql<Selectable<ExportRow>>`
    update exports
       set status = 'running', attempts = attempts + 1,
           leased_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
     where id = (select id from exports
                  where status in ('pending', 'running') and leased_until <= clock_timestamp()
                  order by leased_until, id limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0] && toExport(rows[0]);
}

export interface Piece {
  readonly bytes: Buffer;
  readonly rows: number;
  readonly place: string | null;
  readonly isLast: boolean;
}

/**
 * Adds a piece and the next place in one transaction, so that a crash never duplicates either. Ends
 * the lease for other exports. False if another process has taken the export.
 */
export function addPiece(
  db: Kysely<BillingTables>,
  { id, attempts, pieces }: Pick<Export, 'id' | 'attempts' | 'pieces'>,
  { bytes, rows, place, isLast }: Piece,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update exports
         set rows = rows + ${rows}, bytes = bytes + ${bytes.length}, pieces = pieces + 1,
             place = ${place}, status = ${isLast ? 'succeeded' : 'running'},
             finished_at = case when ${isLast} then clock_timestamp() end,
             attempts = attempts - 1,
             leased_until = ${DUE_NOW}
       where id = ${id} and attempts = ${attempts} and pieces = ${pieces}
         and status = 'running'`.execute(tx);
    if (numAffectedRows !== 1n) return false;
    await tx.insertInto('export_pieces').values({ export_id: id, number: pieces, bytes }).execute();
    return true;
  });
}

/** Extends the lease. False if another process has taken the export. */
export async function renewLease(
  db: Kysely<BillingTables>,
  { id, attempts, pieces }: Pick<Export, 'id' | 'attempts' | 'pieces'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update exports set leased_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
     where id = ${id} and attempts = ${attempts} and pieces = ${pieces}
       and status = 'running'`.execute(db);
  return numAffectedRows === 1n;
}

export async function failExport(
  db: Kysely<BillingTables>,
  { id, attempts, pieces }: Pick<Export, 'id' | 'attempts' | 'pieces'>,
  failure: string,
): Promise<void> {
  await sql`
    update exports set status = 'failed', failure = ${failure}, finished_at = clock_timestamp()
     where id = ${id} and attempts = ${attempts} and pieces = ${pieces}
       and status = 'running'`.execute(db);
}

/** Pieces of a file, one at a time, because the file may exceed the memory. */
export async function* readPieces(
  db: Kysely<BillingTables>,
  { id, pieces }: Pick<Export, 'id' | 'pieces'>,
): AsyncGenerator<Buffer> {
  for (let number = 0; number < pieces; number += 1) {
    const piece = await db
      .selectFrom('export_pieces')
      .select('bytes')
      .where('export_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    yield piece.bytes;
  }
}

/** Deletes expired files. */
export async function deleteOldExports(
  db: Kysely<BillingTables>,
  keptDays: number,
  rowsMax: number,
): Promise<void> {
  await sql`
    delete from exports where id in (
      select id from exports where finished_at < clock_timestamp() - make_interval(days => ${keptDays})
       order by finished_at limit ${rowsMax})`.execute(db);
}

function toExport(row: Selectable<ExportRow>): Export {
  return {
    id: row.id,
    accountId: row.account_id,
    type: row.type,
    format: row.format,
    from: row.span_from.getTime(),
    until: row.span_until.getTime(),
    timezone: row.timezone,
    style: row.options === null ? plainCsv : (JSON.parse(row.options) as CsvStyle),
    status: row.status,
    rows: Number(row.rows),
    bytes: Number(row.bytes),
    pieces: row.pieces,
    place: row.place,
    attempts: row.attempts,
    failure: row.failure,
    linkKey: row.link_key,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
