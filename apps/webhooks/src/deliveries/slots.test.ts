import { newId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { ENDPOINTS_MAX } from '../limits.ts';
import { countHeld, SLOTS_MAX, shareOf } from './slots.ts';

it('gives an account an eighth of the free slots, and at least one', () => {
  expect([SLOTS_MAX, 160, 23, 3, 1, 0].map(shareOf)).toEqual([25, 20, 2, 1, 1, 0]);
});

it('leaves a quarter of the slots to others when all endpoints of ten accounts hang', () => {
  const free = Array.from({ length: 10 }).reduce(
    (left: number) => left - countTaken(left),
    SLOTS_MAX,
  );
  expect(free).toBeGreaterThan(SLOTS_MAX / 4);
});

/** Slots that an account takes one by one, up to its share. */
function countTaken(free: number): number {
  let taken = 0;
  while (taken < ENDPOINTS_MAX && taken < shareOf(free - taken)) taken += 1;
  return taken;
}

it('counts slots by account', () => {
  const [one, other] = [newId(), newId()];
  expect([...countHeld([one, other, one])]).toEqual([
    [one, 2],
    [other, 1],
  ]);
});
