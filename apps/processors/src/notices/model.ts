import type { Notice } from '../contract/model.ts';

/** A notice as it was taken in. */
export interface TakenNotice extends Notice {
  readonly processor: string;
  readonly tries: number;
}

/** A notice that concerns nothing here by then belongs to something else: the processor has other users. */
const TRIES_MAX = 12;
const REST_MS_MAX = 3_600_000;

/**
 * When a notice is looked at again that concerns nothing that is known yet, in milliseconds; undefined
 * gives it up. It may have come before the answer of the call that it is about.
 */
export function restBeforeTry(tries: number): number | undefined {
  return tries >= TRIES_MAX ? undefined : Math.min(1_000 * 2 ** tries, REST_MS_MAX);
}
