import { type Selectable, sql } from 'kysely';
import type { SettlementLine, SettlementPage } from '../../contract/model.ts';
import type { Db, Tx } from '../../schema.ts';
import type { TestLineRow } from '../../tables/test.ts';

const LINES_MAX = 100;
/** Positions are assigned before commit, so younger lines may still be overtaken. */
const SETTLED_AFTER_MS = 2_000;

/** Writes a settlement line of the test processor, in the transaction of its cause. */
export async function addLine(
  tx: Tx,
  line: Pick<
    Selectable<TestLineRow>,
    'account_id' | 'kind' | 'about' | 'currency' | 'gross' | 'fee'
  >,
): Promise<void> {
  await tx
    .insertInto('test_lines')
    .values({ ...line })
    .execute();
}

export async function listLines(db: Db, cursor: string | null): Promise<SettlementPage> {
  const after = cursor ?? '0';
  const rows = await db
    .selectFrom('test_lines')
    .selectAll()
    .where('position', '>', BigInt(after))
    .where('at', '<=', sql<Date>`clock_timestamp() - ${SETTLED_AFTER_MS} * interval '1 ms'`)
    .orderBy('position')
    .limit(LINES_MAX)
    .execute();
  return {
    lines: rows.map(toLine),
    cursor: String(rows.at(-1)?.position ?? after),
    hasMore: rows.length === LINES_MAX,
  };
}

function toLine(row: Selectable<TestLineRow>): SettlementLine {
  return {
    reference: `test_line_${row.position}`,
    kind: row.kind,
    about: row.about,
    gross: row.gross,
    fee: row.fee,
    currency: row.currency,
    at: row.at.getTime(),
    payoutReference: null,
  };
}
