import { randomBytes } from 'node:crypto';
import { newAccountId, newId, shardOf } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { nextId, type Place } from '../domain/ids.ts';
import { makeRandom } from '../posting/random.ts';
import { markToken, shardOfToken } from './place.ts';

const COUNTS = [1, 2, 6, 7, 100, 1_000];
const places = COUNTS.flatMap((count): Place[] => [
  { count, index: 0 },
  { count, index: count - 1 },
]);

it('spreads accounts evenly, including live ones, and keeps the shard of each', () => {
  const ids = Array.from({ length: 8_000 }, (_, index) => newAccountId(index % 2 === 0));
  const members = Map.groupBy(ids, (id) => shardOf(id, 8));
  expect([...members.keys()].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  for (const [shard, { length }] of members) {
    expect(length, String(shard)).toBeGreaterThan(800);
    expect(length, String(shard)).toBeLessThan(1_200);
  }
  expect(shardOf('01900000-0000-7000-8000-00000000000b', 8)).toBe(3);
});

describe.each(places)('shard $index of $count', (place) => {
  it('owns all ids that it creates, which increase', () => {
    const random = makeRandom();
    const now = Date.now();
    const ids = [nextId(null, now, random, place)];
    for (let made = 1; made < 500; made += 1)
      ids.push(nextId(ids.at(-1) ?? null, now + Math.floor(made / 100), random, place));
    expect(ids).toEqual([...new Set(ids)].toSorted());
    for (const id of ids) expect(shardOf(id, place.count)).toBe(place.index);
  });

  it('continues after an id of another shard', () => {
    const last = newId();
    const next = nextId(last, 0, () => 0n, place);
    expect(next > last).toBe(true);
    expect(shardOf(next, place.count)).toBe(place.index);
  });

  it('carries into the next millisecond if the random part overflows', () => {
    const full = '01900000-0000-7fff-bfff-ffffffffffff';
    const next = nextId(full, 0, () => 0n, place);
    expect(next > full).toBe(true);
    expect(shardOf(next, place.count)).toBe(place.index);
  });

  it('owns the tokens that it creates', () => {
    for (let made = 0; made < 100; made += 1) {
      const token = markToken(randomBytes(32), place).toString('base64url');
      expect(token).toHaveLength(43);
      expect(shardOfToken(token, place.count)).toBe(place.index);
    }
  });
});
