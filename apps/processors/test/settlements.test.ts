import { type Caller, newId, toPublicId } from '@florin/contracts';
import { callService, eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProcessors } from './start-processors.ts';

const CARD = '4242424242424242';
const WITH_FEE = '4000000000000077';
/** 2.9 % and 30 of 1000. */
const FEE = 59;

let florin: Awaited<ReturnType<typeof startProcessors>>;
beforeAll(async () => {
  florin = await startProcessors({ settlementsEveryMs: 1_000 });
});
afterAll(() => florin.stop());

type Payee = Awaited<ReturnType<typeof florin.openPaid>>;

const admin = { userId: newId(), accountId: newId(), role: 'admin' } as const;
const processorsBy = (caller: Partial<Caller>) =>
  callService('processors', florin.httpPort, 'GET', '/v1/processors', { caller });

it('shows configured processors and the last read of settlements to administrators only', async () => {
  await eventually(async () =>
    expect((await processorsBy(admin)).body.data).toEqual(
      ['bank_transfer', 'test'].map((name) => ({
        ...{ object: 'processor', name, livemode: false, is_open: true },
        settlements_read_at: expect.stringMatching(/Z$/),
      })),
    ),
  );
  for (const role of ['owner', 'platform'] as const)
    expect((await processorsBy({ ...admin, role })).status).toBe(403);
});

const reportsOf = async (payee: Payee, query = '') =>
  (await payee.call('GET', `/v1/reconciliations?${query}`)).body.data;
const refund = (payee: Payee, amount: number) =>
  payee.call('POST', `/v1/payments/${toPublicId('paymentRequest', payee.paymentId)}/refund`, {
    body: { amount },
  });
/** Moves everything of an account to the day before yesterday. */
const TWO_DAYS = `interval '2 days'`;
async function moveBack({ accountId }: Payee): Promise<string> {
  for (const [table, column] of [
    ['settlement_lines', 'at'],
    ['charges', 'updated_at'],
    ['refunds', 'updated_at'],
    ['payouts', 'updated_at'],
  ])
    await florin.query(
      `update processors.${table} set ${column} = ${column} - ${TWO_DAYS} where account_id = $1`,
      [accountId],
    );
  return new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
}
const untilMatched = (payee: Payee, lines: number) =>
  eventually(async () => {
    const [{ count } = { count: 0 }] = await florin.query<{ count: number }>(
      `select count(*)::int from processors.settlement_lines where account_id = $1`,
      [payee.accountId],
    );
    expect(count).toBe(lines);
  });

describe('what was settled', () => {
  it('are compared day by day, and fees are taken from the account', async () => {
    const payee = await florin.openPaid(WITH_FEE, 1_000);
    await refund(payee, 400);
    await payee.call('POST', '/v1/payouts', {
      body: { account_id: toPublicId('account', payee.accountId), amount: 100, currency: 'USD' },
    });
    await untilMatched(payee, 3);
    await eventually(async () =>
      expect(await florin.partsOf(payee.accountId)).toEqual([1_000 - 400 - 100 - FEE, 0, -441]),
    );
    const day = await moveBack(payee);
    const [report] = await reportsOf(payee);
    expect(report).toMatchObject({
      ...{ object: 'reconciliation', day, processor: 'test', currency: 'USD', status: 'balanced' },
      charges: { count: 1, gross: 1_000 },
      refunds: { count: 1, gross: -400 },
      payouts: { count: 1, gross: -100 },
      ...{ fees: FEE, net: 1_000 - 400 - 100 - FEE, difference_count: 0, differences: [] },
    });
  });

  it('take a fee that the account cannot pay once there is money', async () => {
    const payee = await florin.openPaid(WITH_FEE, 1_000, 20);
    await eventually(async () => expect(await florin.partsOf(payee.accountId)).toEqual([0, 0, 0]));
    await payee.credit(100);
    await florin.query(
      `update processors.settlement_lines set book_at = now() where account_id = $1`,
      [payee.accountId],
    );
    await eventually(async () =>
      expect(await florin.partsOf(payee.accountId)).toEqual([100 - (FEE - 20), 0, -61]),
    );
  });

  it.each([
    [
      'a lost line',
      `delete from processors.settlement_lines where account_id = $1`,
      { kind: 'missing_at_processor', expected: 100, settled: 0 },
    ],
    [
      'a modified line',
      `update processors.settlement_lines set gross = 99 where account_id = $1`,
      { kind: 'amount_differs', expected: 100, settled: 99 },
    ],
    [
      'a duplicate line',
      `insert into processors.settlement_lines
         (id, processor, merchant_reference, reference, livemode, kind, about, gross, fee, currency,
          at, account_id, subject_id, look_at)
       select gen_random_uuid(), processor, merchant_reference, reference || ' again', livemode, kind,
              about, gross, fee, currency, at, account_id, subject_id, null
         from processors.settlement_lines where account_id = $1`,
      { kind: 'amount_differs', expected: 100, settled: 200 },
    ],
  ])('report %s', async (_what, damage, difference) => {
    const payee = await florin.openPaid(CARD);
    await untilMatched(payee, 1);
    const day = await moveBack(payee);
    await florin.query(damage, [payee.accountId]);
    const [report] = await reportsOf(payee, `from=${day}&to=${day}`);
    expect(report).toMatchObject({ status: 'different', difference_count: 1 });
    expect(report.differences).toMatchObject([
      { ...difference, subject_id: toPublicId('paymentRequest', payee.paymentId) },
    ]);
  });
});
