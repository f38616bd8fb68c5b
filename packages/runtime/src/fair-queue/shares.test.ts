import { expect, it } from 'vitest';
import { makeShares } from './shares.ts';

it('forgets the least recent asker before it remembers too many', () => {
  const shares = makeShares();
  const first = shares.placeFor('ada');
  expect(shares.placeFor('ada')).toBe(first + 1);
  for (let each = 0; each < 20_000; each += 1) shares.placeFor(`${each}`);
  expect(shares.placeFor('ada')).toBe(first);
});

it('bounds how far an asker can get ahead or behind', () => {
  const shares = makeShares();
  for (let turn = 0; turn < 1_000; turn += 1) shares.reach(shares.placeFor('always there'));
  const newcomer = shares.placeFor('ada');
  for (let ask = 0; ask < 1_000; ask += 1) shares.placeFor('mallory');
  const now = shares.placeFor('always there');
  expect(now - newcomer).toBeLessThan(10);
  expect(shares.placeFor('mallory') - now).toBeLessThan(30);
});
