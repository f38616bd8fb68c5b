import { newId, type Uuid } from '@florin/contracts';
import { expect, it } from 'vitest';
import { shardNames, shardOf, shardUrl } from './shards.ts';

it('spreads accounts evenly, and gives each the same shard for good', () => {
  const shards = shardNames(8);
  const ids: readonly Uuid[] = Array.from({ length: 8_000 }, newId);
  const counts = Map.groupBy(ids, (id) => shardOf(id, shards));
  expect([...counts.keys()].toSorted()).toEqual(shards);
  for (const [shard, members] of counts) {
    expect(members.length, shard).toBeGreaterThan(800);
    expect(members.length, shard).toBeLessThan(1_200);
  }
  expect(shardOf('01900000-0000-7000-8000-00000000000b', shards)).toBe('ledger_03');
});

it('leads a connection into its shard', () => {
  const url = new URL(shardUrl('postgres://postgres:secret@127.0.0.1:5/postgres', 'ledger_01'));
  expect(url.username).toBe('florin_ledger');
  expect(url.search).toBe('?options=-c%20search_path%3Dledger_01');
});
