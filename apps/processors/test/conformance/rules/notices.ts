import { newId } from '@florin/contracts';
import { expect } from 'vitest';
import type { DisputeState, Notice } from '../../../src/contract/model.ts';
import { type Driver, paid, type Rule, until } from '../driver.ts';

async function openDispute(driver: Driver): Promise<DisputeState> {
  const since = Date.now() - 1_000;
  const { chargeReference } = await paid(driver, 'pays, and disputes it');
  const { processor, merchant } = driver;
  const seen = await until(
    async () => {
      for (const notice of await processor.listNotices(since, merchant)) {
        if (notice.about !== 'dispute') continue;
        const dispute = await processor.findDispute(notice.reference, merchant);
        if (dispute.chargeReference === chargeReference) return { status: 'open', dispute };
      }
      return { status: 'unheard of' };
    },
    (state): state is { status: string; dispute: DisputeState } => 'dispute' in state,
  );
  return seen.dispute;
}

const evidence = (text: string) => ({
  ...{ text, customerName: 'Grace', customerEmail: null },
  ...{ serviceDate: null, trackingNumber: null },
});

/** Rules on disputes and notices. */
export const noticeRules: readonly Rule[] = [
  {
    name: 'sends a notice of a dispute, with charge, amount and deadline for evidence',
    payers: ['pays, and disputes it'],
    needs: ({ disputes }) => disputes,
    async check(driver) {
      const dispute = await openDispute(driver);
      expect(dispute).toMatchObject({ status: 'needs_response', amount: 1_000n });
      expect(dispute.evidenceDueAt).toBeGreaterThan(Date.now());
      expect(dispute.fee).toBeGreaterThanOrEqual(0n);
    },
  },
  {
    name: 'accepts evidence once, and reports the decision of the bank',
    payers: ['pays, and disputes it'],
    needs: ({ disputes }) => disputes,
    async check(driver) {
      const { processor, merchant } = driver;
      for (const [text, end] of [
        ['winning_evidence', 'won'],
        ['losing_evidence', 'lost'],
      ] as const) {
        const { reference } = await openDispute(driver);
        const id = newId();
        await driver.losing(() => processor.answerDispute(reference, merchant, evidence(text), id));
        await processor.answerDispute(reference, merchant, evidence(text), id);
        const decided = await until(
          () => processor.findDispute(reference, merchant),
          (state): state is DisputeState => ['won', 'lost'].includes(state.status),
        );
        expect(decided).toMatchObject({ status: end, evidenceDueAt: null });
      }
    },
  },
  {
    name: 'lists changes with stable ids',
    payers: ['pays, and a refund comes back'],
    needs: ({ refunds }) => refunds,
    async check(driver) {
      const since = Date.now() - 1_000;
      const { processor, merchant, currency } = driver;
      const { chargeReference } = await paid(driver, 'pays, and a refund comes back');
      const id = newId();
      await processor.refund({
        id,
        merchant,
        chargeReference,
        amount: 500n,
        currency,
        reason: null,
      });
      const listed = async () => {
        const notices = await processor.listNotices(since, merchant);
        return notices.filter(({ about, ourId }) => about === 'refund' && ourId === id);
      };
      const seen = await until(
        async () => {
          const { status } = await processor.findRefund({
            ...{ id, merchant, chargeReference, reference: null },
          });
          // Listed after the failure, since earlier notices may have the former status.
          return { status, notices: await listed() };
        },
        (state): state is { status: 'failed'; notices: Notice[] } =>
          state.status === 'failed' && state.notices.length > 0,
      );
      const again = await listed();
      for (const { id: name } of seen.notices)
        expect(again.map((notice) => notice.id)).toContain(name);
      expect(new Set(again.map((notice) => notice.id)).size).toBe(again.length);
    },
  },
  {
    name: 'parses a webhook signed with any of its secrets, with stable ids',
    needs: ({ webhooks }, { sign }) => webhooks && sign !== undefined,
    async check(driver) {
      const { order, chargeReference } = await paid(driver);
      const charge = { ...order, reference: chargeReference };
      for (const secret of ['first', 'second'] as const) {
        const notices = readSigned(driver, driver.sign?.(charge, Date.now(), secret));
        expect(notices).toMatchObject([{ about: 'charge', ourId: order.id }]);
      }
      const signed = driver.sign?.(charge, Date.now(), 'first');
      expect(readSigned(driver, signed)).toEqual(readSigned(driver, signed));
    },
  },
  {
    name: 'refuses a webhook that is forged, changed or old',
    needs: ({ webhooks }, { sign }) => webhooks && sign !== undefined,
    async check(driver) {
      const { order } = await paid(driver);
      const charge = { ...order, reference: null };
      const signed = driver.sign?.(charge, Date.now(), 'first');
      if (!signed) throw new Error('nothing was signed');
      const changed = { ...signed, body: Buffer.from(signed.body.toString().replace('"', ' "')) };
      for (const bad of [
        driver.sign?.(charge, Date.now(), 'forged'),
        driver.sign?.(charge, Date.now() - 3_600_000, 'first'),
        changed,
        { ...signed, headers: {} },
        { ...signed, body: Buffer.from('') },
      ])
        expect(() => readSigned(driver, bad)).toThrow(
          expect.objectContaining({ code: 'unauthorized' }),
        );
    },
  },
];

function readSigned(
  { processor }: Driver,
  signed: ReturnType<NonNullable<Driver['sign']>> | undefined,
) {
  if (!signed) throw new Error('nothing was signed');
  const { body, headers } = signed;
  return processor.parseWebhook({ body, header: (name) => headers[name], now: Date.now() });
}
