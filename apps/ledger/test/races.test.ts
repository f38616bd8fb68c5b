import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@florin/testing';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { audit } from './audit.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';
import { startLedger, type TestAccount, type TestLedger, useAccount } from './start-ledger.ts';

const SEED = 20_260_131;

/** Two ledgers on one database, so that the order within one process cannot help. */
let database: LedgerDatabase;
let one: TestLedger;
let two: TestLedger;

beforeAll(async () => {
  database = await createLedgerDatabase();
});
afterAll(() => database.drop());

/** Starts both for the tests of a `describe`. */
function startBoth(settlementDelayMs: number): void {
  beforeAll(async () => {
    [one, two] = await Promise.all([
      startLedger({ on: database, settlementDelayMs }),
      startLedger({ on: database, settlementDelayMs }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([one.stop(), two.stop()]);
  });
}

afterEach(async () => {
  expect(await audit(database.superuser)).toEqual([]);
  expect([...one.errors(), ...two.errors()]).toEqual([]);
});

/** An account as both ledgers see it. */
async function openTwice(credit: number): Promise<readonly [TestAccount, TestAccount]> {
  const account = await one.openAccount({ credit });
  return [account, useAccount(two.call, account.id)];
}

function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string | number) {
  const counts: Record<string, number> = {};
  for (const item of items) counts[nameOf(item)] = (counts[nameOf(item)] ?? 0) + 1;
  return counts;
}

describe('payments', () => {
  startBoth(60_000);

  it('50 of the whole balance at once: one winner, again and again', async () => {
    for (let round = 0; round < 5; round += 1) {
      const both = await openTwice(100);
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          (both[index % 2] ?? both[0]).create({ type: 'payment', amount: 100 }),
        ),
      );
      expect(countBy(replies, ({ status }) => status)).toEqual({ 201: 1, 402: 49 });
      expect(await both[0].balance()).toEqual({ available: 0, held: 100, posted: 100 });
    }
  });

  it('a key used through both at once has one effect', async () => {
    const both = await openTwice(1000);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (both[index % 2] ?? both[0]).create({ type: 'payment', amount: 10 }, 'key'),
      ),
    );
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(await both[0].balance()).toMatchObject({ held: 10 });
  });
});

describe('refunds', () => {
  startBoth(60_000);

  it('30 at once, tied and untied, never exceed the captured and settled amounts', async () => {
    for (let round = 0; round < 2; round += 1) {
      const both = await openTwice(1000);
      const refund_of_id = await both[0].settled(100);
      await both[0].settled(50);
      const replies = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          (both[index % 2] ?? both[0]).create({
            type: 'refund',
            amount: 10 + (index % 3),
            ...(index % 3 === 0 ? {} : { refund_of_id }),
          }),
        ),
      );
      const outcomes = countBy(replies, ({ status, body }) => `${status} ${body.status ?? ''}`);
      const refunded = replies
        .filter(({ body }) => body.status === 'succeeded')
        .map(({ body }) => body);
      const sum = (all: readonly { amount: number }[]) =>
        all.reduce((total, { amount }) => total + amount, 0);
      expect(
        sum(refunded.filter((refund) => refund.refund_of_id === refund_of_id)),
      ).toBeLessThanOrEqual(100);
      // No refund that fits was refused: less remains than the smallest refund.
      expect(150 - sum(refunded)).toBeLessThan(10);
      expect(Object.keys(outcomes).sort()).toEqual(
        expect.arrayContaining(['201 succeeded', '402 ']),
      );
      expect(await both[0].balance()).toMatchObject({ available: 850 + sum(refunded) });
    }
  });
});

describe('cancel against settle', () => {
  startBoth(0);

  it('has exactly one outcome', async () => {
    const both = await openTwice(100_000);
    const cancelAfter = async (ms: number) => {
      const { body } = await both[0].create({ type: 'payment', amount: 100 });
      await pause(ms);
      const replies = await Promise.all(
        both.map((account) => account.call('DELETE', `/v1/transactions/${body.id}`)),
      );
      return replies
        .map(({ status }) => status)
        .sort()
        .join(' ');
    };
    // Holds settle in rounds five times a second, so some cancellations come before and some after;
    // on a busy machine not in every turn.
    const outcomes: string[] = [];
    for (let turn = 0; turn < 30 && (turn < 5 || new Set(outcomes).size === 1); turn += 1)
      outcomes.push(
        ...(await Promise.all(Array.from({ length: 20 }, (_, index) => cancelAfter(index * 15)))),
      );
    const counts = countBy(outcomes, (outcome) => outcome);
    expect(counts).toEqual({ '200 409': expect.any(Number), '409 409': expect.any(Number) });
    await eventually(async () => expect(await both[0].balance()).toMatchObject({ held: 0 }));
    const left = 100_000 - (counts['409 409'] ?? 0) * 100;
    expect(await both[0].balance()).toEqual({ available: left, held: 0, posted: left });
  });
});

describe(`mixed load (seed ${SEED})`, () => {
  startBoth(5);

  it('over 4 accounts returns no error to any client', async () => {
    const accounts = await Promise.all([1, 2, 3, 4].map(() => openTwice(10_000)));
    const steps = fc.sample(
      fc.record({
        account: fc.nat(3),
        door: fc.nat(1),
        kind: fc.constantFrom(
          ...(['credit', 'payment', 'payment', 'manual', 'refund', 'tied'] as const),
          ...(['capture', 'capture', 'cancel', 'update', 'list', 'balance'] as const),
        ),
        amount: fc.integer({ min: 1, max: 400 }),
        target: fc.nat(1000),
      }),
      { seed: SEED, numRuns: 300 },
    );
    const known: string[][] = [[], [], [], []];
    const statuses: Record<string, number> = {};

    async function act(step: (typeof steps)[number]): Promise<void> {
      const account = accounts[step.account]?.[step.door === 0 ? 0 : 1];
      const ids = known[step.account];
      if (!account || !ids) throw new Error('there are four accounts');
      const id = ids[step.target % Math.max(ids.length, 1)];
      const reply = await send(account, step, id);
      const name = `${step.kind} ${reply.status}`;
      statuses[name] = (statuses[name] ?? 0) + 1;
      if (reply.status === 201 && reply.body.type === 'payment') ids.push(reply.body.id);
    }

    const waiting = [...steps];
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let step = waiting.pop(); step; step = waiting.pop()) await act(step);
      }),
    );
    const unexpected = Object.keys(statuses).filter((name) => !/ (20[01]|400|402|409)$/.test(name));
    expect(unexpected).toEqual([]);
    expect(statuses).toMatchObject({
      'payment 201': expect.any(Number),
      'capture 200': expect.any(Number),
      'capture 409': expect.any(Number),
      'cancel 200': expect.any(Number),
      'tied 201': expect.any(Number),
    });
  });
});

function send(
  account: TestAccount,
  { kind, amount }: { kind: string; amount: number },
  id: string | undefined,
) {
  const path = `/v1/transactions/${id}`;
  if (kind === 'balance') return account.call('GET', '/v1/account/balance');
  if (kind === 'credit' || kind === 'payment' || kind === 'refund')
    return account.create({ type: kind, amount });
  if (kind === 'manual') return account.create({ type: 'payment', amount, capture: 'manual' });
  if (kind === 'list' || id === undefined) return account.call('GET', '/v1/transactions?limit=5');
  if (kind === 'capture') return account.call('POST', `${path}/capture`);
  if (kind === 'cancel') return account.call('DELETE', path);
  if (kind === 'update') return account.call('PATCH', path, { body: { reference: `r${amount}` } });
  return account.create({ type: 'refund', amount, refund_of_id: id });
}
