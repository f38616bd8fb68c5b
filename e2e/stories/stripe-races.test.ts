import { parsePublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CARDS } from '../contract/pay.ts';
import { must, newOwner } from '../contract/people.ts';
import { record, requestPayment } from '../contract/world.ts';
import { query } from '../database.ts';
import { proveBooks } from '../prove-books.ts';
import { type Florin, startFlorin, useFlorin } from '../start-florin.ts';
import { beginAtStripe, controlStripe, payAtStripe } from '../stripe.ts';
import {
  AMOUNT,
  agree,
  agreeWithNotes,
  atStripe,
  invoiced,
  paid,
  refund,
  SPARE,
  untilPaid,
} from '../stripe-invoices.ts';

const REFUND_FAILS_LATER = '4000000000005126';
const REFUND_IS_PENDING = '4000000000007726';

/** A separate Florin and Stripe: faults and books of Stripe are shared by all of its users. */
let florin: Florin;
let restore: () => void;
beforeAll(async () => {
  const services = 'gateway,identity,accounts,ledger,processors,billing';
  florin = await startFlorin({ options: ['--only', services] });
  restore = useFlorin(florin);
});
afterAll(async () => {
  restore?.();
  await florin?.stop();
});

afterEach(async () => {
  await controlStripe({ do: 'behave' });
  await proveBooks();
});

const times = <Made>(count: number, make: (index: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('parallel refunds', () => {
  it('with one key, 20 times: one refund, and one answer for all', async () => {
    const payment = await paid();
    const key = crypto.randomUUID();
    const ids = await times(20, () => must(() => refund(payment, { amount: 1_000 }, key)));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    expect(await agree(payment)).toMatchObject({ refunded: 1_000, refunds: [{}] });
  });

  it('20 of one payment: as many as its amount covers', async () => {
    const payment = await paid();
    const answers = await times(20, () => refund(payment, { amount: 400 }));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    for (const { status, body } of answers.filter(({ status }) => status !== 201))
      expect([status, body.error], body.message).toEqual([400, 'invalid_request']);
    expect((await agree(payment)).refunded).toBe(2_400);
    expect((await refund(payment, {})).body.amount).toBe(100);
    expect((await refund(payment, {})).status).toBe(409);
  });

  it('21 of one payment, through every API: never more than its amount', async () => {
    const payment = await paid();
    const { owner, invoiceId } = payment;
    const doors = [
      () => refund(payment, { amount: 400 }),
      () => owner.call('POST', `/v1/invoices/${invoiceId}/refund`, { body: { amount: 400 } }),
      () =>
        owner.call('POST', '/v1/credit_notes', {
          body: { invoice_id: invoiceId, amount: 400, credit_to: 'card' },
        }),
    ];
    const answers = await times(21, (index) => (doors[index % 3] ?? expect.fail())());
    // After a 503 the work continues in the background.
    for (const { status, body } of answers)
      expect(status, body.message).toBeOneOf([201, 400, 409, 503]);
    const { refunded } = await agreeWithNotes(payment);
    expect(refunded).toBeLessThanOrEqual(2_400);
    // Reservations of the losers are released.
    await eventually(async () => {
      await refund(payment, {});
      expect((await agreeWithNotes(payment)).refunded).toBe(AMOUNT);
    });
    expect((await refund(payment, {})).status).toBe(409);
  });
});

describe('a parallel dispute and refund', () => {
  it.each([0, 5, 20, 60])('the dispute %i ms later', async (ms) => {
    const payment = await paid();
    const { intent } = await atStripe(payment.paymentId);
    const [answer] = await Promise.all([
      refund(payment, { amount: 1_000 }),
      new Promise((resolve) => setTimeout(resolve, ms)).then(() =>
        controlStripe({ do: 'open_dispute', payment_intent: intent }),
      ),
    ]);
    expect(answer.status).toBeOneOf([201, 409]);
    await eventually(async () => {
      const { data } = await must(() => payment.owner.call('GET', '/v1/disputes'));
      expect(data).toMatchObject([{ withheld: AMOUNT }]);
    });
    const { refunded } = await agree(payment);
    expect(refunded).toBeOneOf([0, 1_000]);
    expect((await refund(payment, { amount: 1 })).status).toBe(409);
  });
});

describe('notices', () => {
  it.each(['duplicate', 'reorder', 'before_answer', 'lose'] as const)(
    '%s: a refund that fails after it has succeeded is back, once',
    async (how) => {
      const payment = await paid(REFUND_FAILS_LATER);
      await controlStripe({ do: 'webhooks', how, times: how === 'reorder' ? 4 : 30 });
      const { id } = await must(() => refund(payment, { amount: 1_000 }));
      if (how === 'lose') {
        await controlStripe({ do: 'behave' });
        // Simulates a minute: the poll requests the lost events.
        await query('processors', 'update processors.notice_polls set polled_until = now()');
      }
      await eventually(async () => {
        const { body } = await payment.owner.call('GET', `/v1/refunds/${id}`);
        expect(body.status).toBe('failed');
      });
      expect(await agree(payment)).toMatchObject({ refunded: 0 });
      const again = await refund(payment, {});
      expect(again).toMatchObject({ status: 201, body: { amount: AMOUNT } });
    },
    90_000,
  );

  it.each(['duplicate', 'reorder', 'before_answer'] as const)(
    '%s: a refund that is pending arrives once',
    async (how) => {
      const payment = await paid(REFUND_IS_PENDING);
      await controlStripe({ do: 'webhooks', how, times: how === 'reorder' ? 3 : 30 });
      await must(() => refund(payment, { amount: 1_000 }));
      expect(await agree(payment)).toMatchObject({ refunded: 1_000 });
    },
  );

  it.each(['duplicate', 'reorder'] as const)(
    '%s: a dispute that is lost, won and lost again withdraws its money once',
    async (how) => {
      const payment = await paid();
      const { intent } = await atStripe(payment.paymentId);
      await controlStripe({ do: 'webhooks', how, times: how === 'reorder' ? 6 : 30 });
      await controlStripe({ do: 'open_dispute', payment_intent: intent });
      const { reference } = await eventually(async () => {
        const [dispute] = await query<{ reference: string }>(
          'processors',
          'select reference from processors.disputes where payment_id = $1',
          [parsePublicId('paymentRequest', payment.paymentId)],
        );
        return dispute ?? expect.fail('the dispute has not arrived yet');
      });
      const end = (as: 'won' | 'lost') =>
        controlStripe({ do: 'end_dispute', dispute: reference, as });
      for (const as of ['lost', 'won', 'lost'] as const) await end(as);
      await eventually(async () => {
        const { data } = await must(() => payment.owner.call('GET', '/v1/disputes'));
        expect(data).toMatchObject([{ status: 'lost', withheld: AMOUNT }]);
      });
      expect(await agree(payment)).toMatchObject({ disputed: AMOUNT });
      await end('won');
      await eventually(async () =>
        expect(await agree(payment)).toMatchObject({ refunded: 0, disputed: 0 }),
      );
    },
  );
});

describe('parallel payments', () => {
  it('one invoice in two tabs is paid once', async () => {
    const { owner, invoiceId, url } = await invoiced();
    const begun = await times(6, (index) =>
      beginAtStripe(url, index % 2 ? { instead: 'yes' } : {}),
    );
    const pages = [...new Set(begun.filter((page) => page.includes('/c/pay/')))];
    expect(pages.length).toBeGreaterThan(0);
    await Promise.all(pages.map((page) => payAtStripe(page, CARDS.good)));
    // The last request to choose another way may have closed every page.
    await eventually(async () => {
      const page = await beginAtStripe(url);
      if (page.includes('/c/pay/')) await payAtStripe(page, CARDS.good);
      const { body } = await owner.call('GET', `/v1/invoices/${invoiceId}`);
      expect(body.status).toBe('paid');
    });
    const paymentId = await untilPaid(owner, invoiceId);
    expect((await atStripe(paymentId)).captured).toBe(AMOUNT);
    await agree({ owner, invoiceId, paymentId });
  });

  it.each([0, 5, 20])(
    'canceled %i ms after its customer has started to pay: either is final',
    async (ms) => {
      const owner = await newOwner();
      const { id, payment_url } = await requestPayment(owner, { amount: AMOUNT });
      const page = await beginAtStripe(String(payment_url));
      const pause = () => new Promise((resolve) => setTimeout(resolve, ms));
      const [, canceled] = await Promise.all([
        payAtStripe(page, CARDS.good),
        pause().then(() => owner.call('POST', `/v1/payments/${id}/cancel`)),
      ]);
      expect(canceled.status).toBeOneOf([200, 409]);
      const status = canceled.status === 200 ? 'canceled' : 'succeeded';
      await eventually(async () => {
        expect((await owner.call('GET', `/v1/payments/${id}`)).body.status).toBe(status);
        const { captured } = await atStripe(String(id));
        expect(captured).toBe(status === 'canceled' ? 0 : AMOUNT);
        const balance = await must(() => owner.call('GET', '/v1/account/balance'));
        expect(balance.available).toBe(captured);
      });
    },
  );

  it('a subscription canceled with credit while its invoice is refunded returns its money once', async () => {
    const owner = await newOwner();
    await record(owner, { type: 'credit', amount: SPARE });
    const customer = await must(() => owner.call('POST', '/v1/customers', { body: {} }));
    const subscription = await must(() =>
      owner.call('POST', '/v1/subscriptions', {
        body: { customer_id: customer.id, plan: 'basic' },
      }),
    );
    const invoiceId = String(subscription.latest_invoice_id);
    const { payment_url } = await must(() => owner.call('GET', `/v1/invoices/${invoiceId}`));
    await payAtStripe(await beginAtStripe(payment_url), CARDS.good);
    const paymentId = await untilPaid(owner, invoiceId);
    const payment = { owner, invoiceId, paymentId };
    const [refunds] = await Promise.all([
      times(4, () => refund(payment, { amount: 400 })),
      owner.call('POST', `/v1/subscriptions/${subscription.id}/cancel`, {
        body: { credit_unused: true },
      }),
    ]);
    for (const { status } of refunds) expect(status).toBeOneOf([201, 400, 409]);
    const { refunded } = await agree(payment);
    const { credit_balance } = await must(() => owner.call('GET', `/v1/customers/${customer.id}`));
    const { captured } = await atStripe(paymentId);
    expect(refunded + credit_balance).toBeLessThanOrEqual(captured);
    expect((await refund(payment, { amount: captured })).status).toBeOneOf([400, 409]);
  });
});

it.each(['reset_after', 'error_500_after', 'reset_before', 'error_429'] as const)(
  'a refund whose order ends in %s gives its money back once',
  async (kind) => {
    const payment = await paid();
    // The official client retries after a closed connection.
    const count = kind.startsWith('reset') ? 2 : 1;
    await controlStripe({ do: 'fail', kind, path: '/v1/refunds', times: count });
    expect((await refund(payment, {})).status).toBe(201);
    expect(await agree(payment)).toMatchObject({ refunded: AMOUNT, refunds: [{}] });
    expect((await refund(payment, {})).status).toBe(409);
  },
);
