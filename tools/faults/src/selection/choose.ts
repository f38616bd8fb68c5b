import type { Row } from '../row.ts';

/** A row, and the files from the root that it replaces or replaces by. */
export interface RowFiles {
  readonly row: Row;
  readonly files: readonly string[];
}

const SHARES = 4;

/**
 * The rows that one change waits for: those marked `always`, those whose modules have changed, and
 * a quarter of the rest that rotates with the commit. Heavy rows are left to full runs. Pure.
 * @param commit hexadecimal id of the commit
 */
export function chooseRows(
  all: readonly RowFiles[],
  changed: ReadonlySet<string>,
  commit: string,
): readonly Row[] {
  const share = Number.parseInt(commit.slice(0, 8), 16) % SHARES;
  const light = all.filter(({ row }) => !row.isHeavy);
  const isDue = ({ row, files }: RowFiles) =>
    row.isAlways === true || files.some((file) => changed.has(file));
  const rest = light.filter((each) => !isDue(each));
  const rotating = new Set(rest.filter((_, index) => index % SHARES === share));
  return light.filter((each) => isDue(each) || rotating.has(each)).map(({ row }) => row);
}
