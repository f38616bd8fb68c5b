import { type Selectable, sql } from 'kysely';
import type { SettlementLine, SettlementPage } from '../../contract/model.ts';
import type { Db, Tx } from '../../schema.ts';
import type { BankLineRow } from '../../tables/transfer.ts';

const LINES_MAX = 100;

export type NewLine = Pick<
  Selectable<BankLineRow>,
  'entry_id' | 'kind' | 'about' | 'gross' | 'currency'
>;

/** Writes settlement lines of the bank account. */
export async function addLines(tx: Tx, lines: readonly NewLine[]): Promise<void> {
  const of = (field: keyof NewLine) => lines.map((line) => line[field]);
  await sql`
    insert into bank_lines (entry_id, kind, about, gross, currency)
    select * from unnest(
      ${of('entry_id')}::uuid[], ${of('kind')}::text[], ${of('about')}::text[],
      ${of('gross')}::bigint[], ${of('currency')}::text[])`.execute(tx);
}

export async function listSettled(db: Db, cursor: string | null): Promise<SettlementPage> {
  const [writtenBy = '0', position = '0'] = cursor?.split('.') ?? [];
  // Rows older than every running transaction are complete; none can be inserted between them.
  const { rows } = await sql<Selectable<BankLineRow>>`
    select * from bank_lines
     where (written_by, position) > (${writtenBy}::xid8, ${position}::bigint)
       and written_by < pg_snapshot_xmin(pg_current_snapshot())
     order by written_by, position limit ${LINES_MAX}`.execute(db);
  const last = rows.at(-1);
  return {
    lines: rows.map(toLine),
    cursor: last ? `${last.written_by}.${last.position}` : cursor,
    hasMore: rows.length === LINES_MAX,
  };
}

function toLine(row: Selectable<BankLineRow>): SettlementLine {
  return {
    reference: `entry_${row.entry_id}`,
    kind: row.kind,
    about: row.about,
    gross: row.gross,
    fee: 0n,
    currency: row.currency,
    at: row.at.getTime(),
    payoutReference: null,
  };
}
