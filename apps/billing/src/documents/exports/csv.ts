import { AppError } from '@florin/contracts';
import { BALANCE_MINOR_MAX, parseCurrency, toDecimal } from '@florin/money';

/** A cell: text, a whole number, or null. */
type Cell = string | number | bigint | null;
export type ExportRow = Readonly<Record<string, Cell>>;

/** A row of the file, including amounts in major units. */
export type FileRow = Readonly<Record<string, Cell | Decimal>>;

/** `-119.00`: unlike text, it may begin with a minus sign. */
interface Decimal {
  readonly decimal: string;
}

export interface CsvStyle {
  readonly delimiter: ',' | ';';
  readonly decimalMark: '.' | ',';
  /** Excel recognizes UTF-8 only after a byte order mark. */
  readonly bom: boolean;
}

export const plainCsv: CsvStyle = { delimiter: ',', decimalMark: '.', bom: false };

/** Spreadsheets execute cells that begin with these as formulas (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Characters that end a cell or a line in some programs: many spreadsheets split at `;` or tabs.
 */
const BREAKS = /[",;\t\r\n]/;

/** Name of the column with an amount in major units. */
export const decimalColumn = (name: string) => `${name}_decimal`;

/** Adds columns in major units for these amounts, by the currency of each row. */
export function withDecimals(
  rows: readonly ExportRow[],
  amounts: readonly string[],
): readonly FileRow[] {
  return rows.map((row) => {
    const currency = parseCurrency(String(row.currency ?? ''));
    const decimals = amounts.map((name) => {
      const amount = row[name];
      const isAmount = typeof amount === 'bigint' && currency !== undefined;
      return [decimalColumn(name), isAmount ? { decimal: toDecimal(amount, currency) } : null];
    });
    return { ...row, ...Object.fromEntries(decimals) };
  });
}

/** Rows as CSV (RFC 4180). Cells are quoted if some program would end them early. */
export function toCsv(
  rows: readonly FileRow[],
  columns: readonly string[],
  style: CsvStyle = plainCsv,
): string {
  const cellsOf = (row: FileRow) => columns.map((name) => toCell(row[name] ?? null, style));
  return rows.map((row) => line(cellsOf(row), style)).join('');
}

export function csvHead(columns: readonly string[], style: CsvStyle = plainCsv): string {
  return (style.bom ? '\uFEFF' : '') + line(columns, style);
}

/**
 * Rows as JSON Lines.
 * @throws AppError invalid_request for a sum that a JSON number cannot hold exactly
 */
export function toJsonLines(rows: readonly FileRow[]): string {
  return rows
    .map((row) => {
      const members = Object.entries(row).map(([name, value]) => [name, toJson(name, value)]);
      return `${JSON.stringify(Object.fromEntries(members))}\n`;
    })
    .join('');
}

function toJson(name: string, value: Cell | Decimal): string | number | null {
  if (typeof value === 'bigint') return toNumber(name, value);
  return value !== null && typeof value === 'object' ? value.decimal : value;
}

function toNumber(name: string, amount: bigint): number {
  if (amount <= BALANCE_MINOR_MAX && amount >= -BALANCE_MINOR_MAX) return Number(amount);
  const message = `${name}: a sum exceeds ${BALANCE_MINOR_MAX} minor units; use csv, or a shorter time range`;
  throw new AppError('invalid_request', message);
}

function line(cells: readonly string[], { delimiter }: CsvStyle): string {
  return `${cells.join(delimiter)}\r\n`;
}

function toCell(value: Cell | Decimal, { decimalMark, delimiter }: CsvStyle): string {
  if (value === null) return '';
  if (typeof value === 'object') {
    const decimal = value.decimal.replace('.', decimalMark);
    return decimal.includes(delimiter) ? quoted(decimal) : decimal;
  }
  if (typeof value !== 'string') return String(value);
  return quoted(FORMULA.test(value) ? `'${value}` : value);
}

function quoted(text: string): string {
  return BREAKS.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
