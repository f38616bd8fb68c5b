import { describe, expect, it } from 'vitest';
import { orderByShard, orderReplicas, tryReplicas, wasNeverSent } from './replicas.ts';

const replicas = ['http://a', 'http://b', 'http://c'];
const keys = Array.from({ length: 3_000 }, (_, index) => `account-${index}`);

describe('orderReplicas', () => {
  it('rotates without a key', () => {
    expect([0, 1, 2, 3].map((turn) => orderReplicas(replicas, null, turn)[0])).toEqual([
      'http://a',
      'http://b',
      'http://c',
      'http://a',
    ]);
    expect(orderReplicas(replicas, null, 1)).toEqual(['http://b', 'http://c', 'http://a']);
  });

  it('uses one replica for a key, in any listed order', () => {
    const reversed = [...replicas].reverse();
    for (const key of keys)
      expect(orderReplicas(replicas, key, 0)).toEqual(orderReplicas(reversed, key, 7));
  });

  it('spreads keys evenly', () => {
    for (const replica of replicas) {
      const share = keys.filter((key) => orderReplicas(replicas, key, 0)[0] === replica).length;
      expect(share / keys.length).toBeCloseTo(1 / 3, 1);
    }
  });

  it('moves only the keys of a removed replica', () => {
    for (const key of keys) {
      const [first, second] = orderReplicas(replicas, key, 0);
      const [now] = orderReplicas(replicas.slice(0, 2), key, 0);
      expect(now).toBe(first === 'http://c' ? second : first);
    }
  });
});

describe('orderByShard', () => {
  it('gives each replica equally many shards, in any listed order', () => {
    const first = (names: readonly string[]) =>
      Array.from({ length: 6 }, (_, shard) => orderByShard(names, shard)[0]);
    expect(first(replicas)).toEqual([...replicas, ...replicas]);
    expect(first([...replicas].reverse())).toEqual(first(replicas));
    expect(orderByShard(replicas, 1)).toEqual(['http://b', 'http://c', 'http://a']);
  });
});

describe('tryReplicas', () => {
  const failure = (code: string, syscall: string) =>
    Object.assign(new Error(code), { code, syscall });

  it('uses the current replicas when none could be reached', async () => {
    const tried: string[] = [];
    const rounds = [['http://gone'], ['http://new']];
    await tryReplicas(
      () => rounds.shift() ?? [],
      performance.now() + 20_000,
      async (url) => {
        tried.push(url);
        if (url === 'http://gone') throw failure('EHOSTUNREACH', 'connect');
      },
    );
    expect(tried).toEqual(['http://gone', 'http://new']);
  });

  it('repeats no request that may have been sent', () => {
    expect(wasNeverSent(failure('EHOSTUNREACH', 'connect'))).toBe(true);
    expect(wasNeverSent(failure('EHOSTUNREACH', 'read'))).toBe(false);
    expect(wasNeverSent(failure('ECONNRESET', 'read'))).toBe(false);
  });
});
