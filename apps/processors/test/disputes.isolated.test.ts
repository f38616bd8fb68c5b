import { eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Dispute } from '../src/domain/dispute.ts';
import { startProcessors } from './start-processors.ts';

const hands = vi.hoisted(() => ({
  loses: (_dispute: Dispute): boolean => false,
  /** Delays the processor's next response, once it has read its state. */
  hold: undefined as undefined | { readonly hasRead: () => void; readonly until: Promise<void> },
}));

vi.mock('../src/adapters/test/disputes.ts', async (load) => {
  const sound = await load<typeof import('../src/adapters/test/disputes.ts')>();
  const findDispute: typeof sound.findDispute = async (...asked) => {
    const { hold } = hands;
    hands.hold = undefined;
    const state = await sound.findDispute(...asked);
    hold?.hasRead();
    await hold?.until;
    return state;
  };
  return { ...sound, findDispute };
});

/** Loses some changes of disputes, as if the process died after the ledger's response. */
vi.mock('../src/disputes/queries.ts', async (load) => {
  const sound = await load<typeof import('../src/disputes/queries.ts')>();
  const saveDispute: typeof sound.saveDispute = async (tx, dispute) => {
    if (hands.loses(dispute)) throw new Error('the process has died');
    return sound.saveDispute(tx, dispute);
  };
  return { ...sound, saveDispute };
});

let florin: Awaited<ReturnType<typeof startProcessors>>;
beforeAll(async () => {
  florin = await startProcessors();
});
afterAll(() => florin.stop());

it('a late response of a processor does not overwrite a newer one', async () => {
  const payer = await florin.openPaid('4000000000000259');
  const parts = (wanted: readonly number[]) =>
    eventually(async () => expect(await florin.partsOf(payer.accountId)).toEqual(wanted));
  await parts([0, 100, -100]);
  const [dispute] = await florin.query<{ reference: string }>(
    'select reference from processors.disputes where account_id = $1',
    [payer.accountId],
  );
  const lookAt = (when: string) =>
    florin.query(`update processors.notices set look_at = ${when} where reference = $1`, [
      dispute?.reference,
    ]);
  const isHandled = () =>
    eventually(async () => {
      const [notice] = await florin.query<{ look_at: Date | null }>(
        'select look_at from processors.notices where reference = $1',
        [dispute?.reference],
      );
      expect(notice).toEqual({ look_at: null });
    });
  const [read, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  hands.hold = { hasRead: read.resolve, until: late.promise };
  await lookAt('now()');
  await read.promise;
  await florin.query(
    `update processors.test_disputes set status = 'lost' where charge_id in
      (select id from processors.test_charges where account_id = $1)`,
    [payer.accountId],
  );
  // The worker polls too, and gets the bank's decision.
  await florin.query('update processors.disputes set work_at = now() where account_id = $1', [
    payer.accountId,
  ]);
  await parts([0, 0, 0]);
  late.resolve();
  await isHandled();
  const { body } = await payer.call('GET', '/v1/disputes');
  expect(body.data).toMatchObject([{ status: 'lost' }]);
});

const hasWithdrawn = ({ withdrawals }: Dispute) => withdrawals > 0;
const hasEnded = ({ ended }: Dispute) => ended !== null;

describe("a bank decides after the ledger has moved a dispute's money, before that is saved", () => {
  it.each([
    ['withheld', 'won', hasWithdrawn, [0, 100, -100], [100, 0, -100]],
    ['withheld', 'lost', hasWithdrawn, [0, 100, -100], [0, 0, 0]],
    ['paid', 'won', hasEnded, [0, 0, 0], [100, 0, -100]],
    ['returned', 'lost', hasEnded, [100, 0, -100], [0, 0, 0]],
  ] as const)('%s, then %s', async (first, decision, loses, interrupted, end) => {
    hands.loses = loses;
    const payer = await florin.openPaid('4000000000000259');
    const decide = async (status: string) => {
      await florin.query(
        `update processors.test_disputes set status = $2 where charge_id in
          (select id from processors.test_charges where account_id = $1)`,
        [payer.accountId, status],
      );
      await florin.query(
        `update processors.notices set look_at = now() where about = 'dispute' and reference in
          (select reference from processors.disputes where account_id = $1)`,
        [payer.accountId],
      );
      await eventually(async () => {
        const { body } = await payer.call('GET', '/v1/disputes');
        expect(body.data).toMatchObject([{ status }]);
      });
    };
    const hasParts = (parts: readonly number[]) =>
      eventually(async () => expect(await florin.partsOf(payer.accountId)).toEqual(parts));
    if (first !== 'withheld') await hasParts([0, 100, -100]);
    if (first === 'paid') await decide('lost');
    if (first === 'returned') await decide('won');
    await hasParts(interrupted);
    await decide(decision);
    hands.loses = () => false;
    // As if its lease had expired.
    await florin.query('update processors.disputes set work_at = now() where account_id = $1', [
      payer.accountId,
    ]);
    await hasParts(end);
    // The ledger moves it first.
    await eventually(async () => {
      const { body } = await payer.call('GET', '/v1/disputes');
      expect(body.data[0].withheld).toBe(decision === 'won' ? 0 : 100);
    });
  });
});
