import { expect, it } from 'vitest';
import { shardNames, shardUrl } from './shards.ts';

it('names shards in sorting order', () => {
  expect(shardNames(11).at(-1)).toBe('ledger_10');
  expect(shardNames(11).toSorted()).toEqual(shardNames(11));
});

it('directs a connection into its shard', () => {
  const url = new URL(shardUrl('postgres://postgres:secret@127.0.0.1:5/postgres', 'ledger_01'));
  expect(url.username).toBe('florin_ledger');
  expect(url.search).toBe('?options=-c%20search_path%3Dledger_01');
});
