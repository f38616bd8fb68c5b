import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { creation } from '../builders.ts';
import { createLedgerDatabase, type LedgerDatabase } from '../ledger-database.ts';
import { requestPayment } from '../payment-builders.ts';
import { goodForm, visit } from '../payment-page.ts';
import { type ProcessorsNeighbour, startProcessors } from '../processors-neighbour.ts';
import { startLedger, type TestLedger } from '../start-ledger.ts';

const TABS = 50;

const payers = vi.hoisted(() => ({ areCredulous: false }));
/** A faulty ledger that trusts the page and credits. */
vi.mock('../../src/payments/pay.ts', async (load) => {
  const sound = await load<typeof import('../../src/payments/pay.ts')>();
  const makePayer: typeof sound.makePayer = (deps, onError) => ({
    ...sound.makePayer(deps, onError),
    async pay({ accountId, amount, currency }, _by, { requestId, deadline }) {
      const credit = creation({ type: 'credit', amount, currency, settlementDelayMs: 0 });
      const cause = { requestId, idempotencyKey: null };
      await deps.writer.submit({ accountId, command: credit, cause }, deadline);
      return null;
    },
  });
  return {
    ...sound,
    makePayer: (...parts: Parameters<typeof makePayer>) =>
      (payers.areCredulous ? makePayer : sound.makePayer)(...parts),
  };
});

let processors: ProcessorsNeighbour;
let database: LedgerDatabase;
let ledger: TestLedger;
beforeAll(async () => {
  processors = await startProcessors();
  database = await createLedgerDatabase();
  ledger = await startLedger({ on: database, processors });
});
afterAll(async () => {
  await ledger.stop();
  await database.drop();
  await processors.stop();
});

/** Pays one request in many tabs at once; returns the number of credits. */
async function payInManyTabs(at: TestLedger, { closesFirst = false } = {}): Promise<number> {
  const account = await at.openAccount();
  const { payment_url } = (await requestPayment(account)).body;
  const context = { requestId: 'test', timeoutMs: 5_000 };
  if (closesFirst) await at.client.closeBalance({ accountId: account.id }, context);
  await Promise.all(Array.from({ length: TABS }, () => visit(at, payment_url, goodForm)));
  const { rows } = await database.superuser.query(
    `select from transactions where account_id = $1 and type = 'credit'`,
    [account.id],
  );
  return rows.length;
}

describe('a payment link in fifty tabs at once', () => {
  it('creates one credit', async () => {
    expect(await payInManyTabs(ledger)).toBe(1);
  });

  it('creates none after the account was closed', async () => {
    expect(await payInManyTabs(ledger, { closesFirst: true })).toBe(0);
  });

  it('would create more without attempts: the test detects that', async () => {
    payers.areCredulous = true;
    const broken = await startLedger({ on: database, processors });
    expect(await payInManyTabs(broken)).toBeGreaterThan(1);
    await broken.stop();
  });
});
