import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerChoices } from '../../src/service.ts';
import { createLedgerDatabase, type LedgerDatabase } from '../ledger-database.ts';
import { requestPayment } from '../payment-builders.ts';
import { goodForm, visit } from '../payment-page.ts';
import { startLedger, type TestLedger } from '../start-ledger.ts';

const TABS = 50;

let database: LedgerDatabase;
let ledger: TestLedger;
beforeAll(async () => {
  database = await createLedgerDatabase();
  ledger = await startLedger({ on: database });
});
afterAll(async () => {
  await ledger.stop();
  await database.drop();
});

/** Pays one request in many tabs at once; returns how many credits came of it. */
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

/** Believes what the page showed, and credits. */
const credulous: LedgerChoices['wrapOperations'] = (operations) => ({
  ...operations,
  pay: Object.assign(
    async (
      { accountId, amount, currency }: Parameters<typeof operations.pay>[0],
      _card: unknown,
      { requestId, deadline }: Parameters<typeof operations.pay>[2],
    ) => {
      const command = {
        kind: 'create',
        type: 'credit',
        amount,
        currency,
        reference: null,
        metadata: {},
        capture: 'automatic',
        settlementDelayMs: 0,
        refundOf: null,
      } as const;
      const cause = { requestId, idempotencyKey: null };
      await operations.writer.submit({ accountId, command, once: undefined, cause }, deadline);
      return null;
    },
    { stop: async () => {} },
  ),
});

describe('a payment link in fifty tabs at once', () => {
  it('makes one credit', async () => {
    expect(await payInManyTabs(ledger)).toBe(1);
  });

  it('makes none after the account was closed', async () => {
    expect(await payInManyTabs(ledger, { closesFirst: true })).toBe(0);
  });

  it('would make more without attempts: the test would notice', async () => {
    const broken = await startLedger({ on: database, overrides: { wrapOperations: credulous } });
    expect(await payInManyTabs(broken)).toBeGreaterThan(1);
    await broken.stop();
  });
});
