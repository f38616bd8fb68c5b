import { toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProcessors } from './start-processors.ts';

const DISPUTED = '4000000000000259';

let florin: Awaited<ReturnType<typeof startProcessors>>;
beforeAll(async () => {
  florin = await startProcessors();
});
afterAll(() => florin.stop());

type Payer = Awaited<ReturnType<typeof florin.openPaid>>;

const until = (payer: Payer, parts: readonly number[]) =>
  eventually(async () => expect(await florin.partsOf(payer.accountId)).toEqual(parts));

async function disputeOf(payer: Payer) {
  return eventually(async () => {
    const { body } = await payer.call('GET', '/v1/disputes');
    expect(body.data).toHaveLength(1);
    return body.data[0];
  });
}

const answer = async (payer: Payer, text: string, idempotencyKey = text) =>
  payer.call('POST', `/v1/disputes/${(await disputeOf(payer)).id}/evidence`, {
    body: { text },
    idempotencyKey,
  });

describe('a dispute', () => {
  it('withholds its money until it is won', async () => {
    const payer = await florin.openPaid(DISPUTED);
    await until(payer, [0, 100, -100]);
    const first = await answer(payer, 'winning_evidence');
    expect([first.status, first.body.status]).toEqual([200, 'won']);
    expect((await answer(payer, 'winning_evidence')).body).toEqual(first.body);
    await until(payer, [100, 0, -100]);
    expect((await answer(payer, 'more', 'other')).status).toBe(409);
  });

  it('takes its money when lost', async () => {
    const payer = await florin.openPaid(DISPUTED);
    await until(payer, [0, 100, -100]);
    await answer(payer, 'losing_evidence');
    await until(payer, [0, 0, 0]);
    expect(await disputeOf(payer)).toMatchObject({ status: 'lost', withheld: 100 });
  });

  it('blocks refunds until it is won', async () => {
    const payer = await florin.openPaid(DISPUTED, 100, 300);
    await until(payer, [200, 100, -300]);
    const refund = () =>
      payer.call('POST', `/v1/payments/${toPublicId('paymentRequest', payer.paymentId)}/refund`);
    const { id } = await disputeOf(payer);
    const refused = await refund();
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    expect(refused.body.message).toContain(`until dispute ${id} ends`);
    await until(payer, [200, 100, -300]);
    await answer(payer, 'winning_evidence');
    await until(payer, [300, 0, -300]);
    expect(await refund()).toMatchObject({ status: 201, body: { amount: 100 } });
  });

  it('blocks refunds after it is lost', async () => {
    const payer = await florin.openPaid(DISPUTED, 100, 300);
    await until(payer, [200, 100, -300]);
    await answer(payer, 'losing_evidence');
    await until(payer, [200, 0, -200]);
    const refused = await payer.call(
      'POST',
      `/v1/payments/${toPublicId('paymentRequest', payer.paymentId)}/refund`,
      { body: { amount: 1 } },
    );
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    expect(refused.body.message).toContain('returned the money to the payer');
    await until(payer, [200, 0, -200]);
  });

  it('without a response is lost after its deadline', async () => {
    const payer = await florin.openPaid(DISPUTED);
    await until(payer, [0, 100, -100]);
    const mine = `select id from processors.test_charges where account_id = $1`;
    const past = `now() - interval '1 second'`;
    await florin.query(
      `update processors.test_disputes set due_at = ${past} where charge_id in (${mine})`,
      [payer.accountId],
    );
    // Simulates the end of the week; retried, since a worker may reset it.
    await eventually(async () => {
      await florin.query(
        `update processors.disputes set work_at = ${past}
          where charge_id in (${mine}) and status = 'needs_response'`,
        [payer.accountId],
      );
      expect(await florin.partsOf(payer.accountId)).toEqual([0, 0, 0]);
    });
    expect((await answer(payer, 'winning_evidence')).status).toBe(409);
  });

  it('withholds the available money, and the rest as it arrives', async () => {
    const payer = await florin.openPaid(DISPUTED, 100, 40);
    await until(payer, [0, 40, -40]);
    // The ledger has it first.
    await eventually(async () =>
      expect(await disputeOf(payer)).toMatchObject({ amount: 100, withheld: 40 }),
    );
    await payer.credit(70);
    await until(payer, [10, 100, -110]);
    await answer(payer, 'winning_evidence');
    await until(payer, [110, 0, -110]);
  });
});
