import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { audit } from './audit.ts';
import { makeGate } from './held-processors.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';
import { requestPayment } from './payment-builders.ts';
import { goodForm, payBy, visit } from './payment-page.ts';
import { type ProcessorsNeighbour, startProcessors } from './processors-neighbour.ts';
import { startLedger, type TestAccount, type TestLedger } from './start-ledger.ts';

vi.mock('../src/payments/processor.ts', async (load) =>
  (await import('./held-processors.ts')).replaceProcessors(load),
);

/** Two ledgers on one database. */
let processors: ProcessorsNeighbour;
let database: LedgerDatabase;
let ledgers: readonly [TestLedger, TestLedger];
let account: TestAccount;
beforeAll(async () => {
  processors = await startProcessors();
  database = await createLedgerDatabase();
  ledgers = [
    await startLedger({ on: database, processors }),
    await startLedger({ on: database, processors }),
  ];
});
afterEach(async () => {
  expect(await audit(database.superuser)).toEqual([]);
  for (const ledger of ledgers) expect(ledger.errors()).toEqual([]);
});
afterAll(async () => {
  for (const ledger of ledgers) await ledger.stop();
  await database.drop();
  await processors.stop();
});

async function request(): Promise<{ id: string; payment_url: string }> {
  account = await ledgers[0].openAccount();
  return (await requestPayment(account)).body;
}
const close = ({ client }: TestLedger) =>
  client.closeBalance({ accountId: account.id }, { requestId: 'test', timeoutMs: 5_000 });
const creditsOf = async () =>
  (await account.call('GET', '/v1/transactions?type=credit')).body.data.length;
const statusOf = async (id: string) =>
  (await account.call('GET', `/v1/payments/${id}`)).body.status;

describe('50 tabs at once', () => {
  it('create one credit, over two ledgers, again and again', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { id, payment_url } = await request();
      const tabs = Array.from({ length: 50 }, (_, tab) =>
        payBy(ledgers[tab % 2 === 0 ? 0 : 1], payment_url),
      );
      for (const { title } of await Promise.all(tabs)) expect(title).toBe('Paid. Thank you!');
      expect(await statusOf(id)).toBe('succeeded');
      expect(await creditsOf()).toBe(1);
    }
  });

  it('never use more than the five attempts', async () => {
    const { id, payment_url } = await request();
    for (let round = 0; (await statusOf(id)) === 'pending'; round += 1) {
      expect(round).toBeLessThan(6);
      await Promise.all(
        Array.from({ length: 50 }, (_, tab) =>
          payBy(ledgers[tab % 2 === 0 ? 0 : 1], payment_url, '4000000000000002'),
        ),
      );
    }
    expect(await statusOf(id)).toBe('failed');
    const { rows } = await database.superuser.query(
      `select from payment_attempts where account_id = $1`,
      [account.id],
    );
    expect(rows).toHaveLength(5);
  });
});

describe('canceling', () => {
  it('ends an unpaid request: the page says so and takes no money', async () => {
    const { id, payment_url } = await request();
    await account.call('POST', `/v1/payments/${id}/cancel`);
    for (const ledger of ledgers)
      expect((await payBy(ledger, payment_url)).title).toBe('This payment was canceled');
    expect(await creditsOf()).toBe(0);
  });

  it('returns 409 for a paid request, and says what to do', async () => {
    const { id, payment_url } = await request();
    await payBy(ledgers[0], payment_url);
    const { status, body } = await account.call('POST', `/v1/payments/${id}/cancel`);
    expect([status, body]).toEqual([
      409,
      {
        error: 'conflict',
        message: 'this payment request is paid; refund it instead',
      },
    ]);
  });

  it('against paying: exactly one of them wins', async () => {
    const winners = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const { id, payment_url } = await request();
      const [cancel] = await Promise.all([
        account.call('POST', `/v1/payments/${id}/cancel`),
        payBy(ledgers[1], payment_url),
      ]);
      const status = await statusOf(id);
      winners.add(status);
      expect([status, cancel.status, await creditsOf()]).toEqual(
        status === 'canceled' ? ['canceled', 200, 0] : ['succeeded', 409, 1],
      );
    }
    expect(winners.size).toBeGreaterThan(0);
  });
});

describe('closing the account', () => {
  it('ends an unpaid request', async () => {
    const { id, payment_url } = await request();
    await close(ledgers[0]);
    expect((await payBy(ledgers[1], payment_url)).title).toBe('This payment was canceled');
    expect([await statusOf(id), await creditsOf()]).toEqual(['canceled', 0]);
  });

  it.each([
    [goodForm.card_number, 'succeeded', 'Paid. Thank you!', 1],
    ['4000000000000002', 'canceled', 'This payment was canceled', 0],
  ])('while %s is paying: %s', async (card_number, status, title, credits) => {
    const { id, payment_url } = await request();
    const held = makeGate('before');
    const slow = await startLedger({
      on: database,
      processors,
      gate: held.gate,
    });
    const posting = visit(slow, payment_url, { ...goodForm, card_number });
    await held.held;
    expect(await close(ledgers[0])).toEqual({ currency: 'USD', available: '0' });
    expect(await statusOf(id)).toBe('pending');
    held.release();
    await posting;
    await slow.stop();
    expect((await visit(ledgers[0], payment_url)).title).toBe(title);
    expect([await statusOf(id), await creditsOf()]).toEqual([status, credits]);
    const { available } = await account.balance();
    expect(available).toBe(credits * 1000);
  });

  it('against paying: credited if it was taken, canceled if not', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, payment_url } = await request();
      await Promise.all([close(ledgers[0]), payBy(ledgers[1], payment_url)]);
      const status = await statusOf(id);
      expect(await creditsOf()).toBe(status === 'succeeded' ? 1 : 0);
      expect(['succeeded', 'canceled']).toContain(status);
    }
  });
});
