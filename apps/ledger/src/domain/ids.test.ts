import { timeOfId } from '@florin/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOW } from '../../test/builders.ts';
import { firstIdAt, nextId } from './ids.ts';

const SEED = 20_260_131;
const LAST_INSTANT = 2 ** 48 - 1;
const ALL_ONES = (1n << 80n) - 1n;
const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const random80 = fc.bigInt({ min: 0n, max: ALL_ONES });
const instant = fc.integer({ min: 0, max: 2 ** 47 });

describe('nextId', () => {
  it('contains the instant, the version and the variant of RFC 9562', () => {
    const id = nextId(null, 0x0123456789ab, () => 0n);
    expect(id).toBe('01234567-89ab-7000-8000-000000000000');
    expect(nextId(null, 0x0123456789ab, () => ALL_ONES)).toMatch(version7);
  });

  it('leaves the top random bit for counting up', () => {
    expect(nextId(null, NOW, () => ALL_ONES)).toMatch(/-77ff-bfff-ffffffffffff$/);
  });

  it('counts up within a millisecond by an unpredictable step', () => {
    const first = nextId(null, NOW, () => 5n);
    expect(nextId(first, NOW, () => 0n)).toMatch(/-7000-8000-000000000006$/);
    expect(nextId(first, NOW, () => 0xffff_ffffn)).toMatch(/-7000-8000-000100000005$/);
    expect(nextId(first, NOW, () => ALL_ONES)).toMatch(/-7000-8000-000100000005$/);
  });

  it('draws new random bits in a later millisecond', () => {
    const first = nextId(null, NOW, () => ALL_ONES);
    expect(nextId(first, NOW + 1, () => 0n)).toBe(nextId(null, NOW + 1, () => 0n));
  });

  it('stays at the last instant while the clock is behind it', () => {
    const first = nextId(null, NOW, () => 5n);
    const next = nextId(first, NOW - 3_600_000, () => 0n);
    expect(timeOfId(next)).toBe(NOW);
    expect(next > first).toBe(true);
  });

  it('carries into the next millisecond if the random part overflows', () => {
    const full = `${firstIdAt(NOW).slice(0, 14)}7fff-bfff-ffffffffffff`;
    const next = nextId(full, NOW, () => 7n);
    expect(next).toBe(nextId(null, NOW + 1, () => 7n));
    expect(next > full).toBe(true);
  });

  it('carries over the boundary between the two random fields', () => {
    const last = `${firstIdAt(NOW).slice(0, 14)}7000-bfff-ffffffffffff`;
    expect(nextId(last, NOW, () => 0n)).toMatch(/-7001-8000-000000000000$/);
  });

  it(`follows any last id, from any process (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.uuid({ version: 7 }), instant, random80, (last, now, random) => {
        const next = nextId(last, now, () => random);
        expect(next).toMatch(version7);
        expect(next > last).toBe(true);
        expect(timeOfId(next)).toBeGreaterThanOrEqual(Math.max(now, timeOfId(last)));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it(`is strictly increasing over processes with different clocks (seed ${SEED})`, () => {
    const turns = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), random80), {
      minLength: 2,
      maxLength: 50,
    });
    fc.assert(
      fc.property(turns, (all) => {
        const ids: string[] = [];
        for (const [drift, random] of all)
          ids.push(nextId(ids.at(-1) ?? null, NOW + drift, () => random));
        expect(ids).toEqual([...new Set(ids)].sort());
      }),
      { seed: SEED, numRuns: 200 },
    );
  });
});

describe('firstIdAt', () => {
  it(`is the instant's smallest id, and timeOfId reads it back (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LAST_INSTANT - 1 }), random80, (ms, random) => {
        expect(timeOfId(firstIdAt(ms))).toBe(ms);
        const id = nextId(null, ms, () => random);
        expect(firstIdAt(ms) < id && id < firstIdAt(ms + 1)).toBe(true);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it.each([
    ['before 1970', -1, '00000000-0000-0000-0000-000000000000'],
    ['beyond what 48 bits hold', LAST_INSTANT + 1, 'ffffffff-ffff-0000-0000-000000000000'],
  ])('stays a valid id for instants %s', (_title, ms, expected) => {
    expect(firstIdAt(ms)).toBe(expected);
  });
});
