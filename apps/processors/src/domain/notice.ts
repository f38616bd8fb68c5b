import type { Notice } from '../contract/model.ts';

/** A stored notice. */
export interface TakenNotice extends Notice {
  readonly processor: string;
  readonly tries: number;
}

/**
 * A notice still without a known object after these tries belongs to another user of the processor.
 */
const TRIES_MAX = 12;
const REST_MS_MAX = 3_600_000;

/**
 * Milliseconds until a notice about an unknown object is retried; undefined to give up. It may
 * precede the response of the call that created the object.
 */
export function restBeforeTry(tries: number): number | undefined {
  return tries >= TRIES_MAX ? undefined : Math.min(1_000 * 2 ** tries, REST_MS_MAX);
}
