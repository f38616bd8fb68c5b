/** A fault in a statement and its position, shown to the person who uploaded the file. */
export class StatementError extends Error {
  /** Counted from 1; null if unknown. */
  readonly line: number | null;
  /** XML element or CSV column; null for a fault of the whole file. */
  readonly element: string | null;

  constructor(line: number | null, element: string | null, what: string) {
    const where = [line === null ? [] : `line ${line}`, element ?? []].flat().join(', ');
    super(where === '' ? what : `${where}: ${what}`);
    this.name = 'StatementError';
    this.line = line;
    this.element = element;
  }
}

const QUOTED_LENGTH_MAX = 40;

/** A value from the file, shortened for an error message. */
export function quote(value: string): string {
  const shown = [...value];
  const isLong = shown.length > QUOTED_LENGTH_MAX;
  return JSON.stringify(isLong ? `${shown.slice(0, QUOTED_LENGTH_MAX).join('')}…` : value);
}
