import { newId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { ACCOUNT, balanceWith, creation, payment } from '../../../test/builders.ts';
import { decideBatch } from '../commands/decide.ts';
import { assertConsistent } from './consistency.ts';
import type { CommandRequest, Loaded, Writes } from './model.ts';

const TARGET = payment();
const loaded: Loaded = {
  balances: new Map([[ACCOUNT, balanceWith({ available: 1_000n, held: 100n })]]),
  transactions: new Map([[TARGET.id, TARGET]]),
  replies: new Map(),
  charges: new Map(),
  payments: { requests: new Map(), attempts: new Map() },
  funds: new Map(),
  now: TARGET.createdAt,
};

const commands: readonly CommandRequest['command'][] = [
  creation(),
  creation({ type: 'payment' }),
  { kind: 'cancel', transactionId: TARGET.id },
];
const { writes } = decideBatch(
  loaded,
  commands.map((command) => ({
    accountId: ACCOUNT,
    command,
    cause: { requestId: null, idempotencyKey: null },
  })),
  { random: () => 0n, newEventId: newId },
);

it('accepts decided writes', () => {
  expect(writes.entries).toHaveLength(3);
  expect(() => assertConsistent(loaded, writes)).not.toThrow();
});

const [entry, ...entries] = writes.entries;
const [balance] = writes.balances;
if (!entry || !balance) throw new Error('something was decided');
const plusOne = { ...entry.amounts, available: entry.amounts.available + 1n };

const broken: readonly [what: string, change: Partial<Writes>, says: string][] = [
  [
    'an entry that makes money',
    { entries: [{ ...entry, amounts: plusOne }, ...entries] },
    'does not sum to zero',
  ],
  ['an entry without its transaction', { created: [], changed: [] }, 'changes nothing'],
  [
    'an entry of an account that was not locked',
    { entries: [{ ...entry, accountId: newId() }, ...entries] },
    'belongs to an account without a balance',
  ],
  ['a balance without one of its entries', { entries }, 'differs from the sum of its entries'],
  ['entries without their balance', { balances: [] }, 'differs from the sum of its entries'],
  [
    'a balance that moves without an entry',
    { entries: [], created: [], changed: [], events: [] },
    'differs from the sum of its entries',
  ],
  ['a change without its event', { events: writes.events.slice(1) }, 'has no event'],
  [
    'a change with the event of another version',
    {
      events: writes.events.map((event) => ({
        ...event,
        aggregate_sequence: event.aggregate_sequence + 1,
      })),
    },
    'has no event',
  ],
];

it.each(broken)('refuses %s', (_, change, says) => {
  expect(() => assertConsistent(loaded, { ...writes, ...change })).toThrow(says);
});
