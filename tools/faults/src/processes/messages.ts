import type { Outcome } from '../row.ts';

/** Command line argument of a row's process, as JSON. */
export interface Task {
  readonly id: string;
  readonly seed: number;
  readonly isFull: boolean;
  /** Path of vitest's JSON report of all tests. */
  readonly testReport?: string | undefined;
}

/** Messages to the parent process. */
export type Message =
  | {
      readonly kind: 'progress';
      readonly isControl: boolean;
      readonly done: number;
      readonly all: number;
    }
  | { readonly kind: 'ran'; readonly report: RowReport };

/** The result of a row, as far as it can be serialized. */
export interface RowReport {
  readonly sound: Outcome | undefined;
  readonly broken: Outcome | undefined;
  readonly error: string | undefined;
  readonly seconds: number;
  /** Versions of its Postgres and NATS; undefined without servers. */
  readonly servers: string | undefined;
}
