import { openDatabase } from '@florin/database';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditAll, inSnapshot } from '../src/audit/operations.ts';
import type { LedgerTables } from '../src/schema/tables.ts';
import { connectCharges } from './charges-caller.ts';
import { connectFunds } from './funds-caller.ts';
import { requestPayment } from './payment-builders.ts';
import { payBy } from './payment-page.ts';
import { startLedger, type TestAccount, type TestLedger } from './start-ledger.ts';

const SEED = 20_261_121;
const WRITERS = 16;
const STEPS = 600;
const SIZE = { accountsMax: 4, changesMax: 2_000 };
const DECLINED = '4000000000000002';

let ledger: TestLedger;
let database: ReturnType<typeof openDatabase<LedgerTables>>;
let billing: ReturnType<typeof connectCharges>;
let funds: ReturnType<typeof connectFunds>;
beforeAll(async () => {
  ledger = await startLedger({ settlementDelayMs: 5, withProcessors: true });
  database = openDatabase({ url: ledger.database.url, poolSizeMax: 1 }, () => {});
  billing = connectCharges(ledger);
  funds = connectFunds(ledger);
});
afterAll(async () => {
  billing.close();
  funds.close();
  await database.close();
  await ledger.stop();
});

const context = { requestId: 'test', timeoutMs: 5_000 };
const kinds = [
  ...(['credit', 'payment', 'payment', 'manual', 'manual', 'capture', 'capture', 'part'] as const),
  ...(['cancel', 'refund', 'tied', 'tied', 'update', 'charge', 'pay', 'decline', 'close'] as const),
  ...(['withdraw', 'withdraw', 'fee', 'paid', 'returned', 'deposit'] as const),
];
const stepArbitrary = fc.record({
  account: fc.nat(11),
  kind: fc.constantFrom(...kinds),
  amount: fc.integer({ min: 1, max: 400 }),
  target: fc.nat(1_000),
});
type Step = typeof stepArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** An account with its transactions so far. */
interface Actor {
  readonly account: TestAccount;
  readonly payments: string[];
}

async function act({ account, payments }: Actor, { kind, amount, target }: Step): Promise<string> {
  const id = payments[target % Math.max(payments.length, 1)] ?? 'txn_none';
  const path = `/v1/transactions/${id}`;
  switch (kind) {
    case 'payment':
    case 'manual': {
      const capture = kind === 'manual' ? { capture: 'manual' } : {};
      const { status, body } = await account.create({ type: 'payment', amount, ...capture });
      if (status === 201) payments.push(body.id);
      return `${status}`;
    }
    case 'credit':
    case 'refund':
      return `${(await account.create({ type: kind, amount })).status}`;
    case 'tied':
      return `${(await account.create({ type: 'refund', amount, refund_of_id: id })).status}`;
    case 'capture':
      return `${(await account.call('POST', `${path}/capture`)).status}`;
    case 'part':
      return `${(await account.call('POST', `${path}/capture`, { body: { amount: 1 } })).status}`;
    case 'cancel':
      return `${(await account.call('DELETE', path)).status}`;
    case 'update':
      return `${(await account.call('PATCH', path, { body: { reference: `r${amount}` } })).status}`;
    case 'charge': {
      const charge = { accountId: account.id, amount, currency: 'USD', key: `${target}` };
      return outcomeOf(billing.charge({ ...charge, reference: 'invoice' }, context));
    }
    case 'withdraw':
    case 'fee': {
      const how = kind === 'fee' ? { purpose: 'fee', ends: true, amountMin: 1 } : {};
      return outcomeOf(funds.withdraw(account.id, amount, keyOf(target), how));
    }
    case 'paid':
    case 'returned':
      return outcomeOf(funds.end(account.id, keyOf(target), kind));
    case 'deposit':
      return outcomeOf(funds.deposit(account.id, amount, `deposit ${target % 7}`));
    case 'pay':
    case 'decline': {
      const { status, body } = await requestPayment(account, { amount });
      if (status !== 201) return `${status}`;
      const page = await payBy(ledger, body.payment_url, kind === 'pay' ? undefined : DECLINED);
      return `${page.status}`;
    }
    case 'close':
      // Rarely, so that most accounts stay open.
      if (target > 120) return 'kept';
      await ledger.client.closeBalance({ accountId: account.id }, context);
      return 'closed';
    default:
      return kind satisfies never;
  }
}

/** Few keys, so that writers collide. */
const keyOf = (target: number) => `withdrawal ${target % 5}`;

function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    ({ code }) => code,
  );
}

async function auditOnce(): Promise<{ transactions: number; broken: readonly unknown[] }> {
  let transactions = 0;
  const broken: unknown[] = [];
  await inSnapshot(database.db, 30_000, async (tx) => {
    for await (const page of auditAll(tx, SIZE)) {
      transactions += page.transactions;
      if (page.violations > 0) broken.push(page);
    }
  });
  return { transactions, broken };
}

describe(`random legal traffic (seed ${SEED})`, () => {
  it(`from ${WRITERS} writers keeps the books sound at every moment`, async () => {
    const actors: Actor[] = await Promise.all(
      Array.from({ length: 12 }, async () => ({
        account: await ledger.openAccount({ credit: 5_000 }),
        payments: [],
      })),
    );
    const waiting = fc.sample(stepArbitrary, { seed: SEED, numRuns: STEPS });
    const outcomes: Record<string, number> = {};
    let isWriting = true;
    const writing = Promise.all(
      Array.from({ length: WRITERS }, async () => {
        for (let step = waiting.pop(); step; step = waiting.pop()) {
          const actor = actors[step.account];
          if (!actor) throw new Error('there are 12 accounts');
          const outcome = `${step.kind} ${await act(actor, step)}`;
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        }
      }),
    ).finally(() => {
      isWriting = false;
    });

    const seen: number[] = [];
    while (isWriting) {
      const { transactions, broken } = await auditOnce();
      expect(broken).toEqual([]);
      seen.push(transactions);
    }
    await writing;
    const { transactions, broken } = await auditOnce();
    expect(broken).toEqual([]);
    // The audit ran during the writes.
    expect(seen.some((count) => count > 12 && count < transactions)).toBe(true);
    expect(outcomes).toMatchObject({
      'payment 201': expect.any(Number),
      'capture 200': expect.any(Number),
      'part 200': expect.any(Number),
      'cancel 200': expect.any(Number),
      'refund 201': expect.any(Number),
      'tied 201': expect.any(Number),
      'charge done': expect.any(Number),
      'withdraw done': expect.any(Number),
      'withdraw conflict': expect.any(Number),
      'fee done': expect.any(Number),
      'paid done': expect.any(Number),
      'returned done': expect.any(Number),
      'deposit done': expect.any(Number),
      'pay 200': expect.any(Number),
      'close closed': expect.any(Number),
    });
    expect(ledger.errors()).toEqual([]);
  });
});
