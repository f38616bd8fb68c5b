import { quantile } from '../statistics.ts';
import type { Sort } from './day.ts';

export interface Latency {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

/** The load's results since the previous window. Times are in milliseconds. */
export interface Window {
  readonly reads: Latency;
  readonly writes: Latency;
  /** Unexpected answers, by description. */
  readonly errors: Readonly<Record<string, number>>;
  /** Requests due while every connection still waited for an answer. */
  readonly unsent: number;
}

export interface WindowBuilder {
  answered(sort: Sort, tookMs: number): void;
  failed(what: string): void;
  leftOut(): void;
  /** Returns and resets all results since the last call. */
  take(): Window;
}

/** Further kinds of errors are counted as one. */
const ERRORS_MAX = 50;

export function makeWindows(): WindowBuilder {
  let reads: number[] = [];
  let writes: number[] = [];
  let errors: Record<string, number> = {};
  let unsent = 0;
  return {
    answered(sort, tookMs) {
      if (sort === 'read') reads.push(tookMs);
      else if (sort === 'write') writes.push(tookMs);
    },
    failed(what) {
      const isKnown = what in errors || Object.keys(errors).length < ERRORS_MAX;
      const name = isKnown ? what : 'others';
      errors[name] = (errors[name] ?? 0) + 1;
    },
    leftOut() {
      unsent += 1;
    },
    take() {
      const taken = { reads: latencyOf(reads), writes: latencyOf(writes), errors, unsent };
      reads = [];
      writes = [];
      errors = {};
      unsent = 0;
      return taken;
    },
  };
}

function latencyOf(tookMs: readonly number[]): Latency {
  const at = (q: number) => (tookMs.length === 0 ? 0 : quantile(tookMs, q));
  return { count: tookMs.length, p50: at(0.5), p99: at(0.99) };
}
