import { newId, toPublicId } from '@florin/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from './audit.ts';
import { connectFunds } from './funds-caller.ts';
import { startLedger, type TestAccount, type TestLedger } from './start-ledger.ts';

let ledger: TestLedger;
let funds: ReturnType<typeof connectFunds>;
beforeAll(async () => {
  ledger = await startLedger();
  funds = connectFunds(ledger);
});
afterAll(async () => {
  funds.close();
  expect(await audit(ledger.superuser)).toEqual([]);
  await ledger.stop();
});

const context = { requestId: 'test', timeoutMs: 60_000 };

/** Available, held and settled amounts, and the net amount that has left. */
async function partsOf({ id }: TestAccount): Promise<number[]> {
  const { rows } = await ledger.superuser.query(
    'select available, held, settled, external from balances where account_id = $1',
    [id],
  );
  return Object.values(rows[0]).map(Number);
}

/** An account with 1000, of which 300 are settled. */
async function openEarning(): Promise<TestAccount> {
  const account = await ledger.openAccount({ credit: 1000 });
  await account.settled(300);
  return account;
}

const pathOf = (transactionId: string) =>
  `/v1/transactions/${toPublicId('transaction', transactionId)}`;

async function kindsOf(account: TestAccount, transactionId: string): Promise<string[]> {
  const { body } = await account.call('GET', `${pathOf(transactionId)}/entries`);
  return body.data.map(({ kind }: { kind: string }) => kind);
}

describe('Withdraw', () => {
  it('sets money aside, settled first, once per key, for repeated and concurrent calls', async () => {
    const account = await openEarning();
    const first = await funds.withdraw(account.id, 400, 're_1');
    expect(await partsOf(account)).toEqual([600, 400, 0, -1000]);
    const again = await Promise.all(
      Array.from({ length: 20 }, () => funds.withdraw(account.id, 400, 're_1')),
    );
    expect(new Set(again.map(({ transactionId }) => transactionId))).toEqual(
      new Set([first.transactionId]),
    );
    expect(await partsOf(account)).toEqual([600, 400, 0, -1000]);
    const { body } = await account.call('GET', pathOf(first.transactionId));
    expect(body).toMatchObject({
      ...{ type: 'payment', status: 'pending', amount: 400, reference: null },
      metadata: { refund_id: 're_1' },
    });
    expect(body).not.toHaveProperty('capture');
    await expect(funds.withdraw(account.id, 401, 're_1')).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('takes all or nothing, or the available part', async () => {
    const account = await openEarning();
    await expect(funds.withdraw(account.id, 1001, 'a')).rejects.toMatchObject({
      code: 'insufficient_funds',
      message: expect.stringContaining('the account has 1000 of 1001'),
    });
    const part = { purpose: 'dispute', amountMin: 1 };
    expect(await funds.withdraw(account.id, 1500, 'a', part)).toMatchObject({ amount: '1000' });
    await expect(funds.withdraw(account.id, 500, 'b', part)).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
    await account.create({ type: 'credit', amount: 20 });
    expect(await funds.withdraw(account.id, 500, 'b', part)).toMatchObject({ amount: '20' });
    expect(await partsOf(account)).toEqual([0, 1020, 0, -1020]);
  });

  it('has left at once if it leaves immediately', async () => {
    const account = await openEarning();
    const fee = { purpose: 'fee', ends: true };
    const { transactionId } = await funds.withdraw(account.id, 350, 'line 1', fee);
    expect(await partsOf(account)).toEqual([650, 0, 0, -650]);
    expect(await kindsOf(account, transactionId)).toEqual(['withdraw']);
    await funds.end(account.id, 'line 1', 'paid');
    await expect(funds.end(account.id, 'line 1', 'returned')).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('refuses invalid requests', async () => {
    const { id } = await ledger.openAccount({ credit: 100 });
    for (const change of [
      ...[{ purpose: 'tip' }, { key: '' }, { amount: 0 }, { amountMin: 101 }, { metadata: '[]' }],
      { currency: 'ABC' },
    ])
      await expect(funds.withdraw(id, 100, 'a', change)).rejects.toMatchObject({
        code: 'invalid_request',
      });
    await expect(funds.withdraw(id, 100, 'a', { currency: 'EUR' })).rejects.toMatchObject({
      code: 'currency_mismatch',
    });
    await expect(funds.withdraw(newId(), 100, 'a')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('EndWithdrawal', () => {
  it.each([
    ['paid', 'returned', 'succeeded', [600, 0, 0, -600], 'pay_out'],
    ['returned', 'paid', 'canceled', [700, 0, 300, -1000], 'return'],
  ])('%s counts once, and then never %s', async (outcome, other, status, parts, kind) => {
    const account = await openEarning();
    const { transactionId } = await funds.withdraw(account.id, 400, 're_1');
    await Promise.all(Array.from({ length: 9 }, () => funds.end(account.id, 're_1', outcome)));
    await expect(funds.end(account.id, 're_1', other)).rejects.toMatchObject({ code: 'conflict' });
    expect(await partsOf(account)).toEqual(parts);
    expect((await account.call('GET', pathOf(transactionId))).body).toMatchObject({ status });
    expect(await kindsOf(account, transactionId)).toEqual([kind, 'set_aside']);
    expect(await funds.withdraw(account.id, 400, 're_1')).toMatchObject({ transactionId });
  });

  it('publishes its end like any transaction’s', async () => {
    const account = await openEarning();
    const { transactionId } = await funds.withdraw(account.id, 400, 're_1');
    await funds.end(account.id, 're_1', 'paid');
    const { rows } = await ledger.superuser.query(
      'select type from outgoing_events where aggregate_id = $1 order by aggregate_sequence',
      [transactionId],
    );
    expect(rows).toEqual([{ type: 'transaction.created' }, { type: 'transaction.succeeded' }]);
  });

  it('does not find other keys, keys of other accounts, or other outcomes', async () => {
    const { id } = await openEarning();
    const other = await openEarning();
    await funds.withdraw(other.id, 100, 're_1');
    await expect(funds.end(id, 're_1', 'paid')).rejects.toMatchObject({ code: 'not_found' });
    await expect(funds.end(other.id, 're_1', 'lost')).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('Deposit', () => {
  it('credits returned money, once per key', async () => {
    const account = await openEarning();
    await funds.withdraw(account.id, 400, 're_1', { ends: true });
    const made = await Promise.all(
      Array.from({ length: 9 }, () => funds.deposit(account.id, 400, 're_1:failed')),
    );
    expect(new Set(made.map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(await partsOf(account)).toEqual([1000, 0, 0, -1000]);
    const { body } = await account.call('GET', pathOf(made[0]?.transactionId ?? ''));
    expect(body).toMatchObject({ type: 'credit', status: 'succeeded', reference: 'back' });
    await expect(funds.deposit(account.id, 401, 're_1:failed')).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(funds.deposit(account.id, 400, 're_1')).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(funds.deposit(account.id, 1, 'b', 'EUR')).rejects.toMatchObject({
      code: 'currency_mismatch',
    });
  });
});

describe('a pending withdrawal', () => {
  it('can be neither canceled, captured nor refunded by its account', async () => {
    const account = await openEarning();
    const { transactionId } = await funds.withdraw(account.id, 400, 're_1');
    const path = pathOf(transactionId);
    const canceled = await account.call('DELETE', path);
    expect([canceled.status, canceled.body.error]).toEqual([409, 'not_cancellable']);
    expect(canceled.body.message).toContain('being paid out of the account for re_1');
    const captured = await account.call('POST', `${path}/capture`);
    expect([captured.status, captured.body.error]).toEqual([409, 'conflict']);
    const refund = {
      type: 'refund',
      amount: 1,
      refund_of_id: toPublicId('transaction', transactionId),
    };
    expect((await account.create(refund)).status).toBe(400);
    await funds.end(account.id, 're_1', 'paid');
    const late = await account.create(refund);
    expect([late.status, late.body.error]).toEqual([400, 'invalid_request']);
    const gone = await account.call('DELETE', path);
    expect([gone.status, gone.body.error]).toEqual([409, 'not_cancellable']);
    expect(gone.body.message).not.toContain('refund_of_id');
    expect(await partsOf(account)).toEqual([600, 0, 0, -600]);
  });

  it('can be annotated', async () => {
    const account = await openEarning();
    const { transactionId } = await funds.withdraw(account.id, 400, 're_1');
    const body = { reference: 'mine', metadata: { refund_id: null } };
    expect((await account.call('PATCH', pathOf(transactionId), { body })).status).toBe(200);
    await funds.end(account.id, 're_1', 'returned');
    const { body: ended } = await account.call('GET', pathOf(transactionId));
    expect(ended).toMatchObject({ status: 'canceled', reference: 'mine', metadata: {} });
  });

  it('continues when its account closes, which releases only other holds', async () => {
    const account = await openEarning();
    await account.create({ type: 'payment', amount: 50 });
    await funds.withdraw(account.id, 100, 're_paid');
    await funds.withdraw(account.id, 250, 're_back');
    await ledger.client.closeBalance({ accountId: account.id }, context);
    expect(await partsOf(account)).toEqual([650, 350, 0, -1000]);
    await funds.end(account.id, 're_paid', 'paid');
    await funds.end(account.id, 're_back', 'returned');
    expect(await partsOf(account)).toEqual([700, 0, 200, -900]);
    await funds.withdraw(account.id, 900, 'po_1', { purpose: 'payout', ends: true });
    await funds.deposit(account.id, 900, 'po_1:failed');
    expect(await partsOf(account)).toEqual([900, 0, 0, -900]);
    expect((await account.create({ type: 'payment', amount: 1 })).status).toBe(404);
    // Stays pending: the final audit must accept it.
    await funds.withdraw(account.id, 10, 'dp_1');
  });

  it('cannot be released by a version without movements', async () => {
    const account = await openEarning();
    const { transactionId } = await funds.withdraw(account.id, 400, 're_1');
    for (const status of ['canceled', 'succeeded', 'failed'])
      await expect(
        ledger.superuser.query('update transactions set status = $2 where id = $1', [
          transactionId,
          status,
        ]),
      ).rejects.toThrow('a withdrawal ends only as its movement says');
  });
});
