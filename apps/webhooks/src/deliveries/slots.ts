import type { Uuid } from '@florin/contracts';

/** Worker slots: enough that a few dozen receivers that time out do not block the others. */
export const SLOTS_MAX = 200;

/**
 * Slots that one account may hold: an eighth of the free ones, and at least one. The share shrinks
 * as slots fill up, so that new accounts always find some.
 */
export function shareOf(free: number): number {
  return free > 0 ? Math.max(1, Math.floor(free / 8)) : 0;
}

/** Slots in use, by account. */
export function countHeld(holders: Iterable<Uuid>): ReadonlyMap<Uuid, number> {
  const held = new Map<Uuid, number>();
  for (const accountId of holders) held.set(accountId, (held.get(accountId) ?? 0) + 1);
  return held;
}
