import type { Outcome } from '../row.ts';

/** What the process of a row gets on its command line, as JSON. */
export interface Task {
  readonly id: string;
  readonly seed: number;
  readonly isFull: boolean;
  /** Path of vitest's JSON report of all tests. */
  readonly testReport?: string | undefined;
}

/** What it sends to its parent. */
export type Message =
  | {
      readonly kind: 'progress';
      readonly isControl: boolean;
      readonly done: number;
      readonly all: number;
    }
  | { readonly kind: 'ran'; readonly report: RowReport };

/** A row that has been run, as far as it goes through a pipe. */
export interface RowReport {
  readonly sound: Outcome | undefined;
  readonly broken: Outcome | undefined;
  readonly error: string | undefined;
  readonly seconds: number;
  /** The versions of its Postgres and NATS; undefined where it needs none. */
  readonly servers: string | undefined;
}
