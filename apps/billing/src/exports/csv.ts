/** A value of a file: text, a whole number, or nothing. */
export type Cell = string | number | bigint | null;
export type ExportRow = Readonly<Record<string, Cell>>;

/** Spreadsheets take what begins with these for a formula, and run it (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** Rows as CSV (RFC 4180): each on a line, with what would break a line or a cell in quotes. */
export function toCsv(rows: readonly ExportRow[], columns: readonly string[]): string {
  return rows.map((row) => line(columns.map((name) => row[name] ?? null))).join('');
}

export function csvHead(columns: readonly string[]): string {
  return line(columns);
}

/** The same as JSON Lines; amounts are numbers, which are exact up to 2^53. */
export function toJsonLines(rows: readonly ExportRow[]): string {
  return rows
    .map((row) => {
      const members = Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? Number(value) : value,
      ]);
      return `${JSON.stringify(Object.fromEntries(members))}\n`;
    })
    .join('');
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
