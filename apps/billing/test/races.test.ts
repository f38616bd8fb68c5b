import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { assertBooks } from './books.ts';
import { disputeEvent, refundClient } from './money-back.ts';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop, publish } = useBilling({ withNats: true });
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));
afterAll(async () => {
  await assertBooks(world());
});

/** Number of times that each pair of actions meets. */
const RUNS = Number(process.env.RACES ?? 3);
const AMOUNT = 10_000;

type Act = 'refund' | 'note' | 'dispute' | 'void' | 'write_off' | 'payment';
const acts: readonly Act[] = ['refund', 'note', 'dispute', 'void', 'write_off', 'payment'];
const pairs = acts.flatMap((one, index) => acts.slice(index).map((other) => [one, other] as const));

/** True if it succeeded; a refusal is always one clear conflict. */
async function begin(act: Act, shop: Shop, invoiceId: string, isPaid: boolean): Promise<boolean> {
  const path = `/v1/invoices/${invoiceId}`;
  switch (act) {
    case 'refund':
      return refundClient(billing().grpcPort)
        .reserve(shop, invoiceId, AMOUNT)
        .then(
          () => true,
          (error: { code?: string }) => {
            // An unpaid invoice is not found by its payment.
            expect(isPaid ? ['conflict'] : ['conflict', 'not_found']).toContain(error.code);
            return false;
          },
        );
    case 'dispute':
      if (!isPaid) return false;
      await publish(disputeEvent(shop, invoiceId, newId(), 'needs_response', AMOUNT));
      return true;
    case 'note':
      return isDone(() => shop.post('/v1/credit_notes', { invoice_id: invoiceId }));
    case 'payment':
      return isDone(() => shop.post(`${path}/mark_paid`, { reference: 'bank' }));
    case 'void':
    case 'write_off':
      return isDone(() => shop.post(`${path}/${act}`));
    default:
      return act satisfies never;
  }
}

async function isDone(post: () => ReturnType<Shop['post']>): Promise<boolean> {
  const { status, body } = await post();
  if (status < 300) return true;
  // A busy service has changed nothing, so clients retry.
  if (status === 503) return isDone(post);
  expect([status, body.error]).toEqual([409, 'conflict']);
  return false;
}

async function invoice(shop: Shop, customer_id: string, isPaid: boolean): Promise<string> {
  const lines = [{ description: 'Work', unit_amount: AMOUNT }];
  const { body } = await shop.post('/v1/invoices', { customer_id, lines });
  await shop.post(`/v1/invoices/${body.id}/finalize`);
  if (isPaid) await shop.post(`/v1/invoices/${body.id}/mark_paid`, { reference: 'bank' });
  return body.id;
}

describe.each([true, false])('two concurrent actions on a paid invoice: %s', (isPaid) => {
  it.each(pairs)(
    `%s and %s, ${RUNS} times`,
    { timeout: 30_000 + RUNS * 2_000 },
    async (one, other) => {
      const shop = await openShop({ currency: 'USD' });
      const { body: customer } = await shop.post('/v1/customers', {});
      for (let run = 0; run < RUNS; run += 1) {
        const id = await invoice(shop, customer.id, isPaid);
        const done = await Promise.all([one, other].map((act) => begin(act, shop, id, isPaid)));
        const disputes = [one, other].filter((act) => act === 'dispute' && isPaid).length;
        const after = await eventually(async () => {
          const { body } = await shop.get(`/v1/invoices/${id}`);
          expect(body.amount_disputed).toBe(disputes * AMOUNT);
          return body;
        });
        const { amount_paid: paid, amount_refunded: refunded, amount_credited: credited } = after;
        expect(paid, 'paid once').toBeLessThanOrEqual(AMOUNT);
        expect(refunded + (paid > 0 ? credited : 0), 'given back').toBeLessThanOrEqual(AMOUNT);
        expect(paid === 0 ? refunded : 0, 'refunded without a payment').toBe(0);
        // Both take the full amount, so one of them is refused. A bank is never refused.
        const takers = [one, other].filter((act) => act === 'refund' || act === 'note').length;
        if (isPaid && takers === 2) expect(done.filter(Boolean)).toHaveLength(1);
      }
    },
  );
});
