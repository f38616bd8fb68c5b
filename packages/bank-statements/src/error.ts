/** What is wrong with a statement, and where: for whoever has uploaded it. */
export class StatementError extends Error {
  /** Counted from 1; null where it is not known. */
  readonly line: number | null;
  /** The element of the XML, or the column of the CSV; null where it is about the whole. */
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

/** A value as errors show it: not as long as somebody liked to make it. */
export function quote(value: string): string {
  const shown = [...value];
  const isLong = shown.length > QUOTED_LENGTH_MAX;
  return JSON.stringify(isLong ? `${shown.slice(0, QUOTED_LENGTH_MAX).join('')}…` : value);
}
