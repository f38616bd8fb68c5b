import type { Figure, Results } from '../results.ts';
import type { Row, Unit } from '../row.ts';
import { rows } from '../rows.ts';
import { type Spread, spreadOf } from '../statistics.ts';

/** A measured row. */
export interface Measured {
  readonly row: Row;
  readonly figure: Figure;
  readonly spread: Spread;
}

/** Rows with figures, in the order of the page. */
export function listMeasured(results: Results): readonly Measured[] {
  return rows.flatMap((row) => {
    const figure = results.parts[row.part]?.figures[row.id];
    if (figure === undefined || figure.values.length === 0) return [];
    return [{ row, figure, spread: spreadOf(figure.values) }];
  });
}

/** Undefined without a bound. */
export function isWithin({ row, spread }: Measured): boolean | undefined {
  if (row.must === undefined) return undefined;
  return row.better === 'more' ? spread.median >= row.must : spread.median <= row.must;
}

const SUFFIX: Readonly<Record<Unit, string>> = {
  A: ' A',
  times: ' ×',
  us: ' µs',
  ms: ' ms',
  s: ' s',
  MB: ' MB',
  bytes: ' bytes',
  percent: ' %',
};
const BIG = 100;

export function withUnit(value: number, unit: Unit): string {
  return `${plain(value)}${SUFFIX[unit]}`;
}

/** The measurement is not more exact than three digits. */
export function plain(value: number): string {
  return value >= BIG ? String(Math.round(value)) : value.toFixed(2);
}

export function countErrors({ figure }: Measured): number {
  return Object.values(figure.errors).reduce((sum, count) => sum + count, 0);
}

/** Medians of the row's load; empty without one. */
export function describeLoad(one: Measured): string {
  const { per_second, p50_ms, p99_ms } = one.figure;
  const errors = countErrors(one);
  return [
    ...(per_second === null ? [] : [`${Math.round(per_second)}/s`]),
    ...(p50_ms === null || p99_ms === null
      ? []
      : [`p50 ${plain(p50_ms)} ms`, `p99 ${plain(p99_ms)} ms`]),
    ...(errors === 0 ? [] : [`⚠ ${errors} errors`]),
  ].join(', ');
}
