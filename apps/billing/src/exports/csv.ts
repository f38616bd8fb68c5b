import { AppError } from '@florin/contracts';
import { BALANCE_MINOR_MAX } from '@florin/money';

/** A value of a file: text, a whole number, or nothing. */
export type Cell = string | number | bigint | null;
export type ExportRow = Readonly<Record<string, Cell>>;

/** Spreadsheets take what begins with these for a formula, and run it (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** Characters that end a cell or a line in some reader: many spreadsheets split at `;` or tabs. */
const BREAKS = /[",;\t\r\n]/;

/** Rows as CSV (RFC 4180): each on a line, and a cell in quotes where some reader would end it early. */
export function toCsv(rows: readonly ExportRow[], columns: readonly string[]): string {
  return rows.map((row) => line(columns.map((name) => row[name] ?? null))).join('');
}

export function csvHead(columns: readonly string[]): string {
  return line(columns);
}

/**
 * The same as JSON Lines.
 * @throws AppError invalid_request for a sum that a JSON number does not carry exactly
 */
export function toJsonLines(rows: readonly ExportRow[]): string {
  return rows
    .map((row) => {
      const members = Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? toNumber(name, value) : value,
      ]);
      return `${JSON.stringify(Object.fromEntries(members))}\n`;
    })
    .join('');
}

function toNumber(name: string, amount: bigint): number {
  if (amount <= BALANCE_MINOR_MAX && amount >= -BALANCE_MINOR_MAX) return Number(amount);
  const message = `${name}: a sum passes ${BALANCE_MINOR_MAX} minor units: ask for csv, or for a shorter span`;
  throw new AppError('invalid_request', message);
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return BREAKS.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
