import { toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startProcessors } from './start-processors.ts';

const hands = vi.hoisted(() => ({
  loses: 'nothing' as 'nothing' | 'order' | 'answer',
  storesNoSuccess: false,
}));

/** Never saves success, as if the process died after the ledger's response. */
vi.mock('../src/refunds/queries.ts', async (load) => {
  const sound = await load<typeof import('../src/refunds/queries.ts')>();
  const saveRefund: typeof sound.saveRefund = async (tx, before, after) => {
    if (hands.storesNoSuccess && after.status === 'succeeded')
      throw new Error('the process has died');
    return sound.saveRefund(tx, before, after);
  };
  return { ...sound, saveRefund };
});
/** Loses the next refund on its way to the processor, or the response after its effect. */
vi.mock('../src/adapters/test/transfers.ts', async (load) => {
  const sound = await load<typeof import('../src/adapters/test/transfers.ts')>();
  const refund: typeof sound.refund = async (...order) => {
    const { loses } = hands;
    hands.loses = 'nothing';
    if (loses === 'order') throw new Error('the connection was reset');
    const state = await sound.refund(...order);
    if (loses === 'answer') throw new Error('the connection was reset');
    return state;
  };
  return { ...sound, refund };
});

let florin: Awaited<ReturnType<typeof startProcessors>>;
beforeAll(async () => {
  florin = await startProcessors();
});
afterAll(() => florin.stop());
afterEach(() => {
  hands.storesNoSuccess = false;
});

type Payer = Awaited<ReturnType<typeof florin.openPaid>>;
const pathOf = ({ paymentId }: Payer) =>
  `/v1/payments/${toPublicId('paymentRequest', paymentId)}/refund`;
const refund = (payer: Payer, body: object = {}, key?: string) =>
  payer.call('POST', pathOf(payer), { body, ...(key ? { idempotencyKey: key } : {}) });
const givenBack = async ({ accountId }: Payer) => {
  const rows = await florin.query<{ amount: bigint; status: string }>(
    `select amount::int, status from processors.test_transfers where account_id = $1`,
    [accountId],
  );
  return rows.map(({ amount, status }) => `${amount} ${status}`);
};
const untilStatus = (payer: Payer, status: string) =>
  eventually(async () => {
    const { body } = await payer.call('GET', '/v1/refunds');
    expect(body.data[0]?.status).toBe(status);
    return body.data[0];
  });

describe('a refund', () => {
  it.each(['order', 'answer'] as const)('completes once if the %s is lost', async (lost) => {
    const payer = await florin.openPaid('4242424242424242');
    hands.loses = lost;
    const { status, body } = await refund(payer, { amount: 60 }, `k-${lost}`);
    expect([status, body.status]).toEqual([201, 'pending']);
    expect(await florin.partsOf(payer.accountId)).toEqual([40, 60, -100]);
    await untilStatus(payer, 'succeeded');
    expect(await givenBack(payer)).toEqual(['60 succeeded']);
    expect(await florin.partsOf(payer.accountId)).toEqual([40, 0, -40]);
    expect((await refund(payer, { amount: 60 }, `k-${lost}`)).body.id).toBe(body.id);
    expect(await givenBack(payer)).toHaveLength(1);
  });

  it('never exceeds the payment, for many concurrent ones', async () => {
    const payer = await florin.openPaid('4242424242424242');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refund(payer, { amount: 30 })),
    );
    const given = answers.filter(({ status }) => status === 201);
    expect(given).toHaveLength(3);
    expect(await givenBack(payer)).toEqual(Array(3).fill('30 succeeded'));
    expect(await florin.partsOf(payer.accountId)).toEqual([10, 0, -10]);
  });

  it('that fails later returns the money to the account, once', async () => {
    const payer = await florin.openPaid('4000000000005126');
    expect((await refund(payer)).body.status).toBe('succeeded');
    expect(await florin.partsOf(payer.accountId)).toEqual([0, 0, 0]);
    const failed = await untilStatus(payer, 'failed');
    expect(failed.failure_reason).toBe('account_closed');
    expect(await florin.partsOf(payer.accountId)).toEqual([100, 0, -100]);
  });

  it('that fails before its success is stored also returns the money', async () => {
    const payer = await florin.openPaid('4000000000005126');
    hands.storesNoSuccess = true;
    await refund(payer);
    await eventually(async () => expect(await givenBack(payer)).toEqual(['100 failed']));
    hands.storesNoSuccess = false;
    const failed = await untilStatus(payer, 'failed');
    expect(failed.failure_reason).toBe('account_closed');
    expect(await florin.partsOf(payer.accountId)).toEqual([100, 0, -100]);
  });

  it('that is pending holds the money until it has arrived', async () => {
    const payer = await florin.openPaid('4000000000007726');
    expect((await refund(payer)).body.status).toBe('pending');
    expect(await florin.partsOf(payer.accountId)).toEqual([0, 100, -100]);
    await untilStatus(payer, 'succeeded');
    expect(await florin.partsOf(payer.accountId)).toEqual([0, 0, 0]);
  });

  it('is refused if its money was spent, and leaves no trace', async () => {
    const payer = await florin.openPaid('4242424242424242', 100, 99);
    const { status, body } = await refund(payer);
    expect([status, body.error]).toEqual([402, 'insufficient_funds']);
    expect((await payer.call('GET', '/v1/refunds')).body.data).toEqual([]);
    expect((await refund(payer, { amount: 99 })).status).toBe(201);
  });
});
