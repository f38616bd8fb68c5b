import type { Currency } from '@florin/money';
import { CsvError, parse } from 'csv-parse/sync';
import { makeEntryNamer } from './entry-reference.ts';
import { quote, StatementError } from './error.ts';
import { type Read, readAmount, readCurrency, readDay } from './fields.ts';
import { type BankStatement, ENTRIES_MAX } from './model.ts';
import { type Encoding, readText } from './read-text.ts';

/** Column names in the first line of a bank's CSV; null for columns the bank does not provide. */
export interface CsvColumns {
  readonly bookingDate: string;
  /** Negative for a debit. */
  readonly amount: string;
  readonly currency: string | null;
  /** A creditor reference, such as ISO 11649. */
  readonly reference: string | null;
  readonly remittance: string | null;
  readonly endToEndId: string | null;
  readonly counterpartyName: string | null;
  readonly counterpartyIban: string | null;
  /** The bank's unique id of an entry. */
  readonly entryId: string | null;
}

/** The format of a bank's CSV. */
export interface CsvMapping {
  readonly encoding: Encoding;
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly decimalMark: '.' | ',';
  readonly dateFormat: 'YYYY-MM-DD' | 'DD.MM.YYYY' | 'DD/MM/YYYY' | 'MM/DD/YYYY';
  readonly columns: CsvColumns;
  /** Currency of every entry if no column has it. */
  readonly currency: string | null;
  /** The account whose statement it is. */
  readonly account: string | null;
}

const RECORD_CHARACTERS_MAX = 64 * 1024;

/** A data row of the file. */
interface Row {
  readonly line: number;
  /** The trimmed text of a column; null if the cell is empty or the column does not exist. */
  cell(column: string | null): string | null;
}

/**
 * Reads a bank's CSV. Files may overlap: entries are matched by the bank's ids. Without ids, equal
 * entries are counted, so each file must contain complete days.
 * @throws StatementError with the line of the fault
 */
export function readCsv(bytes: Uint8Array, mapping: CsvMapping): BankStatement {
  const { columns, account } = mapping;
  const rows = rowsOf(parseCsv(readText(bytes, mapping.encoding), mapping.delimiter), columns);
  const name = makeEntryNamer();
  const seen = new Map<string, number>();
  const entries = rows.map((row) => {
    const currency = currencyOf(row, mapping);
    const bankReference = row.cell(columns.entryId);
    if (bankReference !== null) {
      const earlier = seen.get(bankReference);
      if (earlier !== undefined)
        fail(row, columns.entryId, `${quote(bankReference)} is already on line ${earlier}`);
      seen.set(bankReference, row.line);
    }
    const entry = {
      bookingDate: take(row, columns.bookingDate, readDate(row, mapping)),
      ...amountOf(row, currency, mapping),
      currency,
      isReversal: false,
      remittance: {
        structured: row.cell(columns.reference),
        unstructured: row.cell(columns.remittance),
      },
      endToEndId: row.cell(columns.endToEndId),
      counterparty: {
        name: row.cell(columns.counterpartyName),
        iban: row.cell(columns.counterpartyIban)?.replaceAll(/\s/g, '') ?? null,
      },
    };
    return name(entry, { account, bankReference });
  });
  const currency = columns.currency === null ? mapping.currency : null;
  return { id: null, account, currency, entries };
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function parseCsv(text: string, delimiter: string): readonly CsvRecord[] {
  try {
    return parse(text, {
      delimiter,
      info: true,
      skip_empty_lines: true,
      max_record_size: RECORD_CHARACTERS_MAX,
      // The header plus one row above the limit, to detect files that are too long.
      to: ENTRIES_MAX + 2,
    }) as unknown as readonly CsvRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as { lines?: unknown };
    throw new StatementError(
      typeof lines === 'number' ? lines : null,
      null,
      `not valid CSV: ${error.message}`,
    );
  }
}

function rowsOf(records: readonly CsvRecord[], columns: CsvColumns): readonly Row[] {
  const [first, ...rest] = records;
  if (!first) throw new StatementError(null, null, 'the file is empty');
  if (rest.length > ENTRIES_MAX)
    throw new StatementError(null, null, `there are more than ${ENTRIES_MAX} entries`);
  const header = first.record.map((title) => title.trim());
  const places = new Map<string, number>();
  for (const column of Object.values(columns) as readonly (string | null)[]) {
    if (column === null) continue;
    const place = header.indexOf(column);
    if (place === -1)
      throw new StatementError(first.info.lines, null, `column ${quote(column)} is missing`);
    if (header.lastIndexOf(column) !== place)
      throw new StatementError(first.info.lines, null, `column ${quote(column)} appears twice`);
    places.set(column, place);
  }
  return rest.map(({ record, info }) => ({
    line: info.lines,
    cell: (column) => record[places.get(column ?? '') ?? -1]?.trim() || null,
  }));
}

function currencyOf(row: Row, { columns, currency }: CsvMapping): Currency {
  return take(row, columns.currency, readCurrency(row.cell(columns.currency) ?? currency ?? ''));
}

function amountOf(row: Row, currency: Currency, { columns, decimalMark }: CsvMapping) {
  const text = row.cell(columns.amount) ?? '';
  const [, sign = '', number = ''] = /^([+\-\u2212]?)\s*(.*)$/s.exec(text) ?? [];
  const dotted = take(row, columns.amount, readNumber(number, decimalMark));
  return {
    amountMinor: take(row, columns.amount, readAmount(dotted, currency)),
    creditDebit: sign === '' || sign === '+' ? ('credit' as const) : ('debit' as const),
  };
}

const shapes = {
  ',': /^(?:\d+|\d{1,3}([.'\u2019\s])\d{3}(?:\1\d{3})*)(?:,\d*)?$/,
  '.': /^(?:\d+|\d{1,3}([,'\u2019\s])\d{3}(?:\1\d{3})*)(?:\.\d*)?$/,
} as const;

/**
 * Normalizes a number to a decimal point without group separators. Rejects the other decimal mark.
 */
function readNumber(text: string, decimalMark: CsvMapping['decimalMark']): Read<string> {
  const found = shapes[decimalMark].exec(text);
  if (!found) return { fault: `${quote(text)} is not an amount` };
  const [, group] = found;
  const ungrouped = group === undefined ? text : text.replaceAll(group, '');
  return { value: ungrouped.replace(decimalMark, '.') };
}

function readDate(row: Row, { columns, dateFormat }: CsvMapping): Read<string> {
  const text = row.cell(columns.bookingDate) ?? '';
  const [, first = '', second = '', third = ''] = /^(\d+)[-./](\d+)[-./](\d+)$/.exec(text) ?? [];
  const separator = dateFormat.replaceAll(/\w/g, '')[0] ?? '';
  if (text.split(separator).length !== 3)
    return { fault: `${quote(text)} is not a date in the format ${dateFormat}` };
  if (dateFormat === 'YYYY-MM-DD') return readDay(first, second, third);
  return dateFormat === 'MM/DD/YYYY'
    ? readDay(third, first, second)
    : readDay(third, second, first);
}

function take<Value>(row: Row, column: string | null, read: Read<Value>): Value {
  return 'value' in read ? read.value : fail(row, column, read.fault);
}

function fail({ line }: Row, column: string | null, what: string): never {
  throw new StatementError(line, column, what);
}
