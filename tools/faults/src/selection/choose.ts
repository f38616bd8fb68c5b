import type { Row } from '../row.ts';

/** A row with its replaced and replacing files, relative to the root. */
export interface RowFiles {
  readonly row: Row;
  readonly files: readonly string[];
  /** Duration of the last sound run; undefined for a row that has never run. */
  readonly seconds?: number | undefined;
}

/** Seconds of one of the two workers for rows without `isAlways`, see the budget in docs/ci.md. */
const OTHERS_SECONDS_MAX = 100;
/** The part for rows whose modules have changed; after a large merge nearly all have. */
const CHANGED_SECONDS_MAX = 60;
const UNKNOWN_SECONDS = 30;
const START_SECONDS = 15;

/**
 * Rows that one change runs (docs/ci.md). Rows without `isAlways` rotate with the commit. Pure.
 * @param commit hexadecimal id of the commit
 */
export function chooseRows(
  all: readonly RowFiles[],
  changed: ReadonlySet<string>,
  commit: string,
): readonly Row[] {
  const turn = Number.parseInt(commit.slice(0, 8), 16);
  const light = all.filter(({ row }) => !row.isHeavy);
  const [always, others] = partition(light, ({ row }) => row.isAlways === true);
  const [due, rest] = partition(others, ({ files }) => files.some((file) => changed.has(file)));
  const dueNow = fill(rotate(due, turn), CHANGED_SECONDS_MAX);
  const left = OTHERS_SECONDS_MAX - sum(dueNow);
  const chosen = new Set([...always, ...dueNow, ...fill(rotate(rest, turn), left)]);
  return light.filter((each) => chosen.has(each)).map(({ row }) => row);
}

/** Worker seconds of a row: start, run and control. No other row runs beside a timed one. */
export function costOf({ row, seconds = UNKNOWN_SECONDS }: RowFiles): number {
  return (START_SECONDS + 2 * seconds) * (row.isTimed ? 2 : 1);
}

/** The first row is always taken, so that each one has its turn. */
function fill(rows: readonly RowFiles[], secondsMax: number): readonly RowFiles[] {
  const taken: RowFiles[] = [];
  for (const each of rows)
    if (taken.length === 0 || sum(taken) + costOf(each) <= secondsMax) taken.push(each);
  return taken;
}

function sum(rows: readonly RowFiles[]): number {
  return rows.reduce((seconds, each) => seconds + costOf(each), 0);
}

function rotate(rows: readonly RowFiles[], turn: number): readonly RowFiles[] {
  const start = rows.length === 0 ? 0 : turn % rows.length;
  return [...rows.slice(start), ...rows.slice(0, start)];
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean) {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))] as const;
}
