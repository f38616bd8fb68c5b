import { eventually } from '@florin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { audit } from './audit.ts';
import { makeGate } from './held-processors.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';
import { requestPayment } from './payment-builders.ts';
import { BEING_PAID, goodForm, payBy, tryToPay, visit } from './payment-page.ts';
import { type ProcessorsNeighbour, startProcessors } from './processors-neighbour.ts';
import { startLedger, type TestAccount, type TestLedger } from './start-ledger.ts';

vi.mock('../src/payments/processor.ts', async (load) =>
  (await import('./held-processors.ts')).replaceProcessors(load),
);

/** A ledger that intervenes early. */
const startEarly = () => startLedger({ on: database, processors, staleAttemptMs: 300 });

/** A ledger whose workers intervene early, and others that get stuck. */
let processors: ProcessorsNeighbour;
let database: LedgerDatabase;
let ledger: TestLedger;
let account: TestAccount;
beforeAll(async () => {
  processors = await startProcessors();
  database = await createLedgerDatabase();
  ledger = await startEarly();
});
afterEach(async () => {
  expect(await audit(database.superuser)).toEqual([]);
  expect(ledger.errors()).toEqual([]);
});
afterAll(async () => {
  await ledger.stop();
  await database.drop();
  await processors.stop();
});

async function request(): Promise<{ id: string; payment_url: string }> {
  account = await ledger.openAccount();
  return (await requestPayment(account)).body;
}

/** A ledger that gets stuck during a payment and is killed. */
async function dieWhilePaying(url: string, hold: 'before' | 'after') {
  const held = makeGate(hold);
  const dying = await startLedger({
    on: database,
    processors,
    gate: held.gate,
    staleAttemptMs: 3_600_000,
  });
  const posting = visit(dying, url, goodForm);
  await held.held;
  // A page shows at once what the processor already knows.
  if (hold === 'before') expect((await visit(ledger, url)).title).toBe(BEING_PAID);
  expect((await posting).status).toBe(303);
  await dying.stop();
  return held;
}

const untilTitled = (url: string, title: string) =>
  eventually(async () => expect((await visit(ledger, url)).title).toBe(title));
const creditsOf = async () =>
  (await account.call('GET', '/v1/transactions?type=credit')).body.data.length;

describe('a ledger that dies while a customer pays', () => {
  it('after the processor took the money: another one credits it, once', async () => {
    const { payment_url } = await request();
    const { release } = await dieWhilePaying(payment_url, 'after');
    await untilTitled(payment_url, 'Paid. Thank you!');
    expect(await creditsOf()).toBe(1);
    release();
    expect((await payBy(ledger, payment_url)).title).toBe('Paid. Thank you!');
    expect(await creditsOf()).toBe(1);
  });

  it('before the processor received it: the attempt is abandoned and does not count', async () => {
    const { payment_url } = await request();
    await dieWhilePaying(payment_url, 'before');
    await untilTitled(payment_url, 'Pay $10.00');
    expect((await visit(ledger, payment_url)).text).not.toContain('declined');
    const declined = await payBy(ledger, payment_url, '4000000000000002');
    expect(declined.text).toContain('You can try 4 more times.');
    expect((await payBy(ledger, payment_url)).title).toBe('Paid. Thank you!');
    expect(await creditsOf()).toBe(1);
  });
});

describe('a slow processor', () => {
  it('takes nothing for an attempt that was abandoned before it arrived', async () => {
    const { payment_url } = await request();
    const held = makeGate('before');
    const slow = await startLedger({
      on: database,
      processors,
      gate: held.gate,
      staleAttemptMs: 3_600_000,
    });
    await visit(slow, payment_url, goodForm);
    await untilTitled(payment_url, 'Pay $10.00');
    held.release();
    await slow.stop();
    expect(slow.errors()).toEqual([]);
    expect((await visit(ledger, payment_url)).title).toBe('Pay $10.00');
    expect(await creditsOf()).toBe(0);
    expect((await payBy(ledger, payment_url)).title).toBe('Paid. Thank you!');
    const taken = await processors.query(
      `select from test_charges where account_id = $1 and status = 'succeeded'`,
      [account.id],
    );
    expect(taken).toHaveLength(1);
  });

  it('allows no cancel, expiry or second payment meanwhile, and its answer counts', async () => {
    const { id, payment_url } = await request();
    const held = makeGate('before');
    const slow = await startLedger({
      on: database,
      processors,
      gate: held.gate,
      staleAttemptMs: 3_600_000,
    });
    // Otherwise the other ledger would abandon the attempt.
    await ledger.stop();
    const posting = visit(slow, payment_url, goodForm);
    await held.held;
    const cancel = await slow.call('POST', `/v1/payments/${id}/cancel`, { caller: account.owner });
    expect([cancel.status, cancel.body.error]).toEqual([409, 'conflict']);
    await expire(id);
    expect((await tryToPay(slow, payment_url)).title).toBe(BEING_PAID);
    expect((await visit(slow, payment_url)).text).toContain('http-equiv="refresh" content="3"');
    expect(held.starts()).toBe(1);
    held.release();
    await posting;
    await eventually(async () =>
      expect((await visit(slow, payment_url)).title).toBe('Paid. Thank you!'),
    );
    await slow.stop();
    ledger = await startEarly();
  });
});

describe('a card whose outcome is unknown at first', () => {
  it('is being paid, then paid', async () => {
    const { id, payment_url } = await request();
    const first = await tryToPay(ledger, payment_url, '4000000000000119');
    expect(first.title).toBe(BEING_PAID);
    const cancel = await account.call('POST', `/v1/payments/${id}/cancel`);
    expect(cancel.status).toBe(409);
    await untilTitled(payment_url, 'Paid. Thank you!');
    expect(await creditsOf()).toBe(1);
  });

  it('is credited once if two ledgers query it at once', async () => {
    const other = await startEarly();
    const made = await Promise.all(Array.from({ length: 8 }, () => request()));
    await Promise.all(
      made.map(async ({ payment_url }) => {
        await tryToPay(other, payment_url, '4000000000000119');
        await untilTitled(payment_url, 'Paid. Thank you!');
      }),
    );
    await other.stop();
    expect(other.errors()).toEqual([]);
    const { rows } = await database.superuser.query(
      `select count(*)::int, count(distinct metadata->>'payment_id')::int as requests
         from transactions where metadata->>'payment_id' = any($1)`,
      [made.map(({ id }) => id)],
    );
    expect(rows).toEqual([{ count: 8, requests: 8 }]);
  });
});

describe('an expired payment request', () => {
  it('is reported at once, cannot be paid, and is canceled', async () => {
    const { id, payment_url } = await request();
    await expire(id);
    expect((await payBy(ledger, payment_url)).title).toBe('This payment link has expired');
    await eventually(async () => {
      const { body } = await account.call('GET', `/v1/payments/${id}/status`);
      expect(body.status).toBe('canceled');
    });
    expect((await visit(ledger, payment_url)).title).toBe('This payment link has expired');
    expect(await creditsOf()).toBe(0);
  });
});

/** Lets a request expire. */
async function expire(publicId: string): Promise<void> {
  const { rowCount } = await database.superuser.query(
    `update payment_requests set expires_at = now() - interval '1 second'
      where id = (select aggregate_id from outbox
                   where type = 'payment.created' and body::json#>>'{data,object,id}' = $1)`,
    [publicId],
  );
  expect(rowCount).toBe(1);
}
