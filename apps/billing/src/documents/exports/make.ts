import { AppError, newId, toPublicId } from '@florin/contracts';
import { findAccount } from '../../accounts/find.ts';
import type { AccountsClient } from '../../clients.ts';
import type { Draw } from '../drawing/pdf/draw.ts';
import {
  csvHead,
  decimalColumn,
  type ExportRow,
  type FileRow,
  toCsv,
  toJsonLines,
  withDecimals,
} from './csv.ts';
import { addPiece, type Export, failExport, renewLease, takeExport } from './queries.ts';
import type { Layout, Rows, SourceDeps, Wanted } from './rows.ts';
import { balanceAt, sources } from './sources.ts';

export interface MakeDeps extends SourceDeps {
  readonly accounts: AccountsClient;
  readonly draw: Draw;
}

/** An export fails for good after this many failed processes. */
const ATTEMPTS_MAX = 5;
/** Longer printed statements are refused. */
const PRINTED_MAX = 2_000;

/**
 * Continues one waiting export piece by piece; if the process is killed, another resumes it.
 * @returns whether there was one
 */
export async function makeNextExport(deps: MakeDeps, onError: (error: unknown) => void) {
  const taken = await takeExport(deps.db);
  if (!taken) return false;
  if (taken.attempts > ATTEMPTS_MAX) {
    await failExport(
      deps.db,
      taken,
      'the export failed; create it again, or choose a shorter time range',
    );
    return true;
  }
  try {
    await make(deps, taken);
  } catch (error) {
    // Temporary errors are retried once the lease expires; all others are shown to the client.
    if (error instanceof TakenByAnother) return true;
    if (!(error instanceof AppError) || error.code === 'unavailable') onError(error);
    else await failExport(deps.db, taken, error.message);
  }
  return true;
}

/**
 * Adds one piece. The next one queues again, so that a long export delays others by at most a
 * piece.
 */
async function make(deps: MakeDeps, taken: Export): Promise<void> {
  if (taken.format === 'pdf') return makeStatement(deps, taken);
  const { columns, amounts, read, layout } = sources[taken.type];
  const { rows: found, next } = await read(deps, wantedOf(deps, taken));
  const rows = taken.type === 'balance_statement' ? await inCurrency(deps, taken, found) : found;
  const bytes = layout
    ? await laidOut(deps, taken, rows, layout)
    : plain(taken, withDecimals(rows, amounts), [...columns, ...amounts.map(decimalColumn)]);
  await addPiece(deps.db, taken, {
    ...{ bytes, rows: rows.length, place: next },
    isLast: next === null,
  });
}

/** Ledger entries have no currency: it is the account's. */
async function inCurrency(
  deps: MakeDeps,
  { accountId }: Export,
  rows: readonly ExportRow[],
): Promise<readonly ExportRow[]> {
  const account = await findAccount(deps, accountId, newId());
  return rows.map((row) => ({ ...row, currency: account?.currency ?? null }));
}

function plain(
  { format, pieces, style }: Export,
  rows: readonly FileRow[],
  columns: readonly string[],
): Buffer {
  if (format === 'jsonl') return Buffer.from(toJsonLines(rows));
  const head = pieces === 0 ? csvHead(columns, style) : '';
  return Buffer.from(head + toCsv(rows, columns, style));
}

async function laidOut(
  deps: MakeDeps,
  taken: Export,
  rows: readonly ExportRow[],
  { head, body, encode, rowsMax }: Layout,
): Promise<Buffer> {
  if (taken.rows + rows.length > rowsMax)
    throw new AppError(
      'invalid_request',
      `an export of this type can have at most ${rowsMax} rows; choose a shorter time range`,
    );
  const begin = taken.pieces === 0 ? await head(deps, taken) : '';
  return encode(begin + body(rows));
}

/** A printed balance statement: opening balance, movements, closing balance. */
async function makeStatement(deps: MakeDeps, taken: Export): Promise<void> {
  const { accountId, from, until } = taken;
  const requestId = newId();
  const [account, opening, closing, rows] = await Promise.all([
    findAccount(deps, accountId, requestId),
    balanceAt(deps, accountId, from, requestId),
    balanceAt(deps, accountId, until, requestId),
    readAll(deps, taken),
  ]);
  if (!account) throw new AppError('not_found', 'the account no longer exists');
  const statement = {
    ...{ account: account.name, accountId: toPublicId('account', accountId), from, until },
    ...{ currency: account.currency, timezone: taken.timezone },
    ...{ opening, closing },
    movements: rows.map((row) => ({
      at: Date.parse(String(row.created_at)),
      text: String(row.reference ?? row.transaction_id),
      kind: String(row.kind),
      amount: BigInt(row.amount ?? 0),
      balance: BigInt(row.balance ?? 0),
    })),
  };
  const bytes = await deps.draw({ statement, language: account.language }, accountId);
  const piece = { bytes, rows: rows.length, place: null, isLast: true };
  await addPiece(deps.db, taken, piece);
}

async function readAll(deps: MakeDeps, taken: Export): Promise<readonly ExportRow[]> {
  const rows: ExportRow[] = [];
  const { keepOn } = wantedOf(deps, taken);
  let page: Rows = { rows, next: null };
  do {
    page = await sources[taken.type].read(deps, { ...wantedOf(deps, taken), place: page.next });
    rows.push(...page.rows);
    await keepOn();
    if (rows.length > PRINTED_MAX)
      throw new AppError(
        'invalid_request',
        `a PDF can have at most ${PRINTED_MAX} transactions; use csv, or a shorter time range`,
      );
  } while (page.next !== null);
  return rows;
}

function wantedOf({ db }: MakeDeps, taken: Export): Wanted {
  const { accountId, from, until, timezone, place } = taken;
  return {
    ...{ accountId, from, until, timezone, place, requestId: newId() },
    async keepOn() {
      if (!(await renewLease(db, taken))) throw new TakenByAnother();
    },
  };
}

/** This process was too slow, or was presumed dead. */
class TakenByAnother extends Error {
  override readonly name = 'TakenByAnother';
}
