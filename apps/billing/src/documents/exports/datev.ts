import { AppError } from '@florin/contracts';
import { dayOf } from '@florin/money';
import type { Kysely } from 'kysely';
import { assertNumbered, datevRows, fiscalYearOf } from '../../domain/accounting/datev.ts';
import {
  datevColumns,
  datevHead,
  datevLine,
  toCp1252,
} from '../../domain/accounting/datev-format.ts';
import type { BillingTables } from '../../schema.ts';
import { readAccountingSettings } from '../../settings/accounting.ts';
import { carryOverAll } from './carry-over.ts';
import { readBooked } from './journal.ts';
import type { ExportOrder } from './queries.ts';
import { PAGE, type Source, type SourceDeps, type Wanted } from './rows.ts';

type Db = Kysely<BillingTables>;
type Span = Pick<ExportOrder, 'from' | 'until' | 'timezone'>;

/** Maximum number of postings in a DATEV file. */
const ROWS_MAX = 99_999;
/** Pages of entries whose accounts are checked before an export is accepted. */
const CHECKED_PAGES_MAX = 10;

/** The journal as a DATEV posting batch. */
export const datevSource: Source = {
  columns: datevColumns,
  amounts: [],
  async read(deps, wanted) {
    const { db } = deps;
    const { accountId } = wanted;
    const { ledger_accounts: chart, datev } = await settingsOf(db, accountId);
    const { from, to } = daysOf(wanted);
    if (wanted.place === null) await carryOverAll(db, wanted);
    const { items, next } = await readBooked(deps, wanted, PAGE);
    const rows = items.flatMap((booked) => {
      // DATEV takes the year from the header, so no day may be outside the span.
      const day = clamped(booked.day, from, to);
      return datevRows({ ...booked, day }, chart, datev);
    });
    return { rows: rows.map((row) => ({ line: datevLine(row) })), next };
  },
  layout: {
    async head({ db }, made) {
      const { datev } = await settingsOf(db, made.accountId);
      const days = daysOf(made);
      const fiscalYear = fiscalYearOf(days.from, datev).from;
      return datevHead({ ...datev, ...days, fiscalYear, createdAt: made.until });
    },
    body: (rows) => rows.map(({ line }) => line).join(''),
    encode: toCp1252,
    rowsMax: ROWS_MAX,
  },
};

/** @throws AppError invalid_request if the settings or the span do not allow a file */
export async function assertDatevReady(
  deps: SourceDeps,
  wanted: Pick<Wanted, 'accountId' | 'from' | 'until' | 'timezone' | 'requestId'>,
): Promise<void> {
  const { db } = deps;
  const { ledger_accounts: chart, datev } = await settingsOf(db, wanted.accountId);
  const { from, to } = daysOf(wanted);
  const { next } = fiscalYearOf(from, datev);
  if (to >= next)
    throw new AppError(
      'invalid_request',
      `to: a file for DATEV holds one fiscal year: end before ${next}, and ask for the rest separately`,
    );
  let place: string | null = null;
  const lines = [];
  for (let page = 0; page < CHECKED_PAGES_MAX; page += 1) {
    const { items, next: following } = await readBooked(deps, { ...wanted, place }, PAGE);
    lines.push(...items.flatMap((booked) => booked.lines));
    if (following === null) break;
    place = following;
  }
  assertNumbered(lines, chart);
}

async function settingsOf(db: Db, accountId: Wanted['accountId']) {
  const { datev, ledger_accounts } = await readAccountingSettings(db, accountId);
  if (datev) return { datev, ledger_accounts };
  throw new AppError(
    'invalid_request',
    'the numbers of consultant and client are missing: set accounting.datev of the billing settings',
  );
}

/** First and last day of a span, in the file's calendar. */
function daysOf({ from, until, timezone }: Span) {
  return { from: dayOf(from, timezone), to: dayOf(until - 1, timezone) };
}

function clamped(day: string, from: string, to: string): string {
  if (day < from) return from;
  return day > to ? to : day;
}
