import { expect, it } from 'vitest';
import { connectionsOf, connectionsWhileReplaced, describeShortage } from './connections-model.ts';

const ledger = { processes: 2, poolSizeMax: 10, shards: 4 };
const mail = { processes: 1, poolSizeMax: 5 };

it('multiplies processes by pools and by shards', () => {
  expect(connectionsOf([ledger, mail])).toBe(2 * 10 * 4 + 5);
  expect(connectionsOf([])).toBe(0);
});

it('adds the replacement processes and their migrations', () => {
  expect(connectionsWhileReplaced([mail], 2)).toBe(3 * 5 + 3);
  expect(connectionsWhileReplaced([mail, mail], 0)).toBe(2 * 5 + 2 * 3);
});

it('reports a shortage at the first connection too many', () => {
  const limits = { maxConnections: 100, reserved: 3, used: 0 };
  expect(describeShortage(97, limits)).toBeUndefined();
  expect(describeShortage(98, limits)).toBe(
    'Postgres allows 97 (max_connections 100 minus 3 reserved)',
  );
});
