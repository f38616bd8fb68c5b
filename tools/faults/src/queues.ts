import type { Row } from './row.ts';

/**
 * One queue for each worker; several may share one. Timed rows come first, one by one, then the
 * longest. Idle rows have their own worker, unless rows run singly. Pure.
 */
export function toQueues(
  rows: readonly Row[],
  kept: readonly { readonly id: string; readonly seconds: number }[],
  jobs: number,
): { readonly timed: readonly Row[]; readonly queues: readonly IterableIterator<Row>[] } {
  const secondsOf = new Map(kept.map(({ id, seconds }) => [id, seconds]));
  const longest = (row: Row) => secondsOf.get(row.id) ?? Number.POSITIVE_INFINITY;
  const ordered = jobs === 1 ? rows : rows.toSorted((a, b) => longest(b) - longest(a));
  const timed = rows.filter(({ isTimed = false }) => isTimed);
  const untimed = ordered.filter((row) => !timed.includes(row));
  const isApart = ({ isIdle = false }: Row) => isIdle && jobs > 1;
  const shared = untimed.filter((row) => !isApart(row)).values();
  const apart = untimed.filter(isApart).values();
  return { timed, queues: [...Array.from({ length: jobs }, () => shared), apart] };
}
