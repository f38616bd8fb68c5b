import { AppError, type Uuid } from '@florin/contracts';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT, creation, currency, NOW } from '../../../test/builders.ts';
import { createWorld, findFaults, runInWorld, type World } from '../../../test/world.ts';
import { openBalance } from '../balance.ts';
import type { IdSources } from '../batch/batch.ts';
import type { AnyCommand, CommandRequest, IdempotencyKey, Verdict } from '../batch/model.ts';
import { firstIdAt } from '../ids.ts';

const SEED = 20_260_131;
const OTHER: Uuid = '01900000-0000-7000-8000-000000000002';
const YEN: Uuid = '01900000-0000-7000-8000-000000000003';
const CLOSED: Uuid = '01900000-0000-7000-8000-000000000004';
const UNKNOWN: Uuid = '01900000-0000-7000-8000-00000000000f';

let sources = countingSources();
beforeEach(() => {
  sources = countingSources();
});

describe('a key inside a batch', () => {
  it('returns the first reply, marked as a replay, with one effect', () => {
    const world = worldWith(500n);
    const command = creation({ type: 'payment', amount: 100n });
    const verdicts = run(world, [
      request(command, key('a')),
      request(command, key('a')),
      request(command, key('b')),
    ]);
    expect(verdicts).toMatchObject([{ status: 201 }, { status: 201 }, { status: 201 }]);
    expect(verdicts[1]).toEqual({
      ...verdicts[0],
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect(verdicts[0]).not.toHaveProperty('headers');
    expect(idOf(verdicts[2])).not.toBe(idOf(verdicts[0]));
    expect(world.balances.get(ACCOUNT)?.amounts.held).toBe(200n);
    expect(findFaults(world)).toEqual([]);
  });

  it('refuses other content with 422, and keeps the first reply', () => {
    const world = worldWith(500n);
    const command = creation({ type: 'payment' });
    const verdicts = run(world, [
      request(command, key('a')),
      request(command, { ...key('a'), requestHash: 'other', sentHash: 'otherwise' }),
      request(command, key('a')),
    ]);
    expect(verdicts[1]).toBeInstanceOf(AppError);
    expect(verdicts[1]).toMatchObject({ status: 422, code: 'invalid_request' });
    expect(idOf(verdicts[2])).toBe(idOf(verdicts[0]));
    expect(world.transactions.size).toBe(2);
  });

  it('remembers 402 and 409, even if it would succeed now', () => {
    const world = worldWith(50n);
    const payment = creation({ type: 'payment' });
    const [refused, , again] = run(world, [
      request(payment, key('a')),
      request(creation({ amount: 1000n })),
      request(payment, key('a')),
    ]);
    expect(refused).toMatchObject({ status: 402 });
    expect(again).toEqual({ ...refused, headers: { 'Idempotent-Replayed': 'true' } });
  });

  it('remembers neither 400 nor 404', () => {
    const world = worldWith(50n);
    const verdicts = run(world, [
      request(creation({ currency: 'EUR' }), key('a')),
      request({ kind: 'cancel', transactionId: UNKNOWN }, key('a')),
      request(creation(), { ...key('a'), requestHash: 'other', sentHash: 'otherwise' }),
    ]);
    expect(verdicts).toMatchObject([{ status: 400 }, { status: 404 }, { status: 201 }]);
    expect(world.replies.size).toBe(1);
  });

  it('returns 404 before it reads the key', () => {
    const world = worldWith(50n);
    run(world, [request(creation(), key('a'))]);
    const cancel = request({ kind: 'cancel', transactionId: UNKNOWN }, key('a'));
    expect(run(world, [cancel])).toMatchObject([{ status: 404 }]);
  });

  it('is a separate key for each account and route', () => {
    const world = worldWith(50n);
    const verdicts = run(world, [
      request(creation(), key('a')),
      { ...request(creation(), { ...key('a'), requestHash: 'x' }), accountId: OTHER },
      request(creation(), { ...key('a'), route: 'POST /other', requestHash: 'x' }),
    ]);
    expect(verdicts).toMatchObject([{ status: 201 }, { status: 201 }, { status: 201 }]);
    expect(new Set(verdicts.map(idOf)).size).toBe(3);
  });
});

describe('commands of one batch', () => {
  it('see the effects of earlier ones', () => {
    const world = worldWith(0n);
    const [credit, first, second] = run(world, [
      request(creation({ amount: 100n })),
      request(creation({ type: 'payment', amount: 100n })),
      request(creation({ type: 'payment', amount: 1n })),
    ]);
    expect([credit, first, second]).toMatchObject([
      { status: 201 },
      { status: 201 },
      { status: 402 },
    ]);
  });

  it('are limited to their own account: transactions of others do not exist', () => {
    const world = worldWith(100n);
    const [created] = run(world, [request(creation({ type: 'payment' }))]);
    const foreign = request({ kind: 'cancel', transactionId: lastOf(world) });
    expect(created).toMatchObject({ status: 201 });
    expect(run(world, [{ ...foreign, accountId: OTHER }])).toMatchObject([{ status: 404 }]);
    expect(run(world, [foreign])).toMatchObject([{ status: 200 }]);
  });

  it('leave no trace if they change nothing', () => {
    const world = worldWith(100n);
    run(world, [request(update(lastOf(world), 'same'))]);
    const before = structuredClone(world);
    const [verdict] = run(world, [request(update(lastOf(world), 'same'))]);
    expect(verdict).toMatchObject({ status: 200 });
    expect(world).toEqual(before);
  });

  it('keep their times in order if the clock steps back', () => {
    const world = worldWith(100n);
    const id = lastOf(world);
    run(world, [request(update(id, 'later'))], NOW + 5_000);
    run(world, [request(update(id, 'earlier'))], NOW - 5_000);
    run(world, [request(creation({ type: 'payment' }))], NOW - 5_000);
    run(world, [request({ kind: 'close' })], NOW - 5_000);
    expect(world.events.map(({ created_at }) => Date.parse(created_at) - NOW)).toEqual([
      0, 5_000, 5_000, 5_000, 5_000,
    ]);
    expect(findFaults(world)).toEqual([]);
  });
});

/** A command in numbers, which select a transaction when it runs. */
const instruction = fc.record({
  account: fc.oneof(
    { weight: 20, arbitrary: fc.constant(ACCOUNT) },
    { weight: 10, arbitrary: fc.constant(OTHER) },
    { weight: 1, arbitrary: fc.constantFrom(YEN, CLOSED, UNKNOWN) },
  ),
  kind: fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...(['payment', 'tied', 'capture'] as const)) },
    {
      weight: 60,
      arbitrary: fc.constantFrom(
        ...(['credit', 'refund', 'cancel', 'settle', 'expire', 'update', 'fixed'] as const),
      ),
    },
    { weight: 10, arbitrary: fc.constant('charge' as const) },
    {
      weight: 60,
      arbitrary: fc.constantFrom(
        ...(['withdraw', 'withdraw', 'paid', 'returned', 'returned', 'deposit'] as const),
      ),
    },
    { weight: 1, arbitrary: fc.constant('close' as const) },
  ),
  amount: fc.bigInt({ min: 1n, max: 60n }),
  whole: fc.boolean(),
  manual: fc.boolean(),
  delayMs: fc.constantFrom(0, 0, 60_000),
  currency: fc.oneof(
    { weight: 20, arbitrary: fc.constant('USD') },
    { weight: 1, arbitrary: fc.constant('JPY') },
  ),
  target: fc.nat(12),
  key: fc.option(
    fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.constantFrom('x', 'x', 'y')),
    { freq: 2 },
  ),
});
type Instruction = typeof instruction extends fc.Arbitrary<infer Value> ? Value : never;

const story = fc.record({
  instructions: fc.array(instruction, { minLength: 10, maxLength: 50 }),
  sizes: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }),
  drift: fc.constantFrom(0, 0, 1, -10_000),
});

/** Outcomes that the stories must reach often enough. */
const OUTCOMES = [
  ...['credit 201', 'credit 400', 'credit 404', 'payment 201', 'payment 402', 'payment 422'],
  ...['refund 201', 'tied 201', 'tied 400', 'capture 200', 'capture 400', 'capture 409'],
  ...['cancel 200', 'cancel 404', 'cancel 409', 'settle 200', 'settle 409', 'expire 200'],
  ...['expire 409', 'update 200', 'fixed 409', 'close 200', 'charge 200', 'charge 402'],
  ...['charge 409', 'withdraw 200', 'withdraw 402', 'withdraw 409', 'withdraw 400'],
  ...['paid 200', 'paid 404', 'paid 409', 'returned 200', 'returned 409', 'deposit 200'],
  ...['deposit 409'],
];

describe(`any batch (seed ${SEED})`, () => {
  it('equals its commands decided one by one, and keeps the books balanced', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(story, ({ instructions, sizes, drift }) => {
        const singleSources = countingSources();
        const single = startWorld(drift, singleSources);
        const requests: CommandRequest[] = [];
        const expected: Verdict[] = [];
        for (const each of instructions) {
          const next = toSubmission(single, each);
          const before = single.balances.get(next.accountId);
          requests.push(next);
          expected.push(...runInWorld(single, [next], NOW, singleSources));
          const after = single.balances.get(next.accountId);
          if (before && after && before !== after)
            expect(after.version).toBeGreaterThan(before.version);
          expect(findFaults(single)).toEqual([]);
        }

        const batchedSources = countingSources();
        const batched = startWorld(drift, batchedSources);
        const verdicts: Verdict[] = [];
        for (let start = 0, turn = 0; start < requests.length; turn += 1) {
          const end = start + (sizes[turn % sizes.length] ?? 1);
          const batch = requests.slice(start, end);
          verdicts.push(...runInWorld(batched, batch, NOW, batchedSources));
          start = end;
        }

        expect(verdicts.map(plain)).toEqual(expected.map(plain));
        expect(batched).toEqual(single);
        for (const [index, verdict] of verdicts.entries()) {
          const name = `${instructions[index]?.kind} ${plain(verdict).status}`;
          seen.set(name, (seen.get(name) ?? 0) + 1);
        }
      }),
      { seed: SEED, numRuns: 600 },
    );
    // Stories that never reach an outcome would prove nothing.
    const rare = OUTCOMES.filter((outcome) => (seen.get(outcome) ?? 0) < 10);
    expect(rare, JSON.stringify([...seen])).toEqual([]);
  });
});

/** Two accounts with money, one without, one closed. */
function startWorld(drift: number, idSources: IdSources): World {
  const world = createWorld([
    { ...openBalance(ACCOUNT, currency('USD')), lastId: firstIdAt(NOW - drift) },
    openBalance(OTHER, currency('USD')),
    openBalance(YEN, currency('JPY')),
    { ...openBalance(CLOSED, currency('USD')), status: 'closed' },
  ]);
  const credit = request(creation({ amount: 100n }));
  runInWorld(world, [credit, { ...credit, accountId: OTHER }], NOW, idSources);
  return world;
}

function toSubmission(world: World, from: Instruction): CommandRequest {
  const own = [...world.transactions.values()].filter((item) => item.accountId === from.account);
  // Mostly payments of the account itself, sometimes any transaction.
  const payments = own.filter(({ type }) => type === 'payment').reverse();
  const all = from.target < 10 ? payments : [...world.transactions.values()];
  const id = all[from.target % Math.max(all.length, 1)]?.id ?? UNKNOWN;
  const idempotencyKey = from.key && {
    ...key(from.key[0]),
    route: from.kind,
    requestHash: from.key[1],
    sentHash: from.key[1],
  };
  return {
    ...request(toCommand(from, id), idempotencyKey ?? undefined),
    accountId: from.account,
  };
}

function toCommand(from: Instruction, transactionId: Uuid): AnyCommand {
  const { amount, kind } = from;
  switch (kind) {
    case 'capture':
      return { kind, transactionId, amount: from.whole ? null : amount };
    case 'cancel':
    case 'settle':
    case 'expire':
      return { kind, transactionId };
    case 'close':
      return { kind };
    case 'charge':
      return { kind, amount, currency: from.currency, reference: '', key: `${from.target % 4}` };
    case 'withdraw': {
      const [purpose, key] = movedBy(from);
      const ends = from.target % 5 === 4;
      const amountMin = from.manual ? amount : 1n;
      const common = { currency: from.currency, reference: null, metadata: {} };
      return { kind, key, purpose, amount, amountMin, ends, ...common };
    }
    case 'paid':
    case 'returned':
      return { kind: 'end_withdrawal', key: movedBy(from)[1], outcome: kind };
    case 'deposit': {
      const key = from.whole ? movedBy(from)[1] : `deposit ${from.target % 4}`;
      return { kind, key, amount, currency: from.currency, reference: null, metadata: {} };
    }
    case 'update':
      return update(transactionId, from.whole ? 'order 1' : `order ${amount}`);
    case 'fixed':
      return { ...update(transactionId, 'x'), fixedFields: ['amount'] };
    default:
      return creation({
        type: kind === 'tied' ? 'refund' : kind,
        amount,
        currency: from.currency,
        capture: from.manual ? 'manual' : 'automatic',
        settlementDelayMs: from.delayMs,
        refundOf: kind === 'tied' ? transactionId : null,
      });
  }
}

/** Purpose and key of a withdrawal; few keys, so that they repeat. */
function movedBy({ target }: Instruction) {
  const purposes = ['refund', 'dispute', 'payout'] as const;
  return [purposes[target % 3] ?? 'fee', `withdrawal ${target % 2}`] as const;
}

function worldWith(available: bigint): World {
  const world = createWorld([
    openBalance(ACCOUNT, currency('USD')),
    openBalance(OTHER, currency('USD')),
  ]);
  if (available > 0n) run(world, [request(creation({ amount: available }))]);
  return world;
}

function run(world: World, requests: readonly CommandRequest[], now = NOW): readonly Verdict[] {
  return runInWorld(world, requests, now, sources);
}

/** The newest transaction. */
function lastOf(world: World): Uuid {
  return [...world.transactions.keys()].at(-1) ?? UNKNOWN;
}

function request(command: AnyCommand, idempotencyKey?: IdempotencyKey): CommandRequest {
  return {
    accountId: ACCOUNT,
    command,
    idempotencyKey,
    cause: { requestId: 'req', idempotencyKey: idempotencyKey?.key ?? null },
  };
}

function update(transactionId: Uuid, reference: string) {
  return {
    kind: 'update',
    transactionId,
    fixedFields: [],
    reference,
    metadata: undefined,
  } as const;
}

function key(name: string): IdempotencyKey {
  return {
    route: 'POST /v1/transactions',
    key: name,
    requestHash: 'content',
    sentHash: 'as it came',
  };
}

/** Ids in the same order on every run. */
function countingSources(): IdSources {
  let randoms = 0n;
  let events = 0;
  return {
    random: () => (randoms++ * 0x9e37_79b9_7f4a_7c15n) & ((1n << 80n) - 1n),
    newEventId: () => `event ${++events}`,
  };
}

/** A verdict without the parts that differ between equal errors. */
function plain(verdict: Verdict) {
  if (!(verdict instanceof AppError)) return verdict;
  const { code, status, message } = verdict;
  return { code, status, message };
}

function idOf(verdict: Verdict | undefined): unknown {
  return verdict && 'body' in verdict && 'id' in verdict.body ? verdict.body.id : undefined;
}
