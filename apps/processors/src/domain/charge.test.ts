import { newId } from '@florin/contracts';
import { parseCurrency } from '@florin/money';
import { expect, it } from 'vitest';
import { type Charge, isLongOrdered, learn, restBeforeAsking } from './charge.ts';

const ordered: Charge = {
  id: newId(),
  invoiceId: null,
  paymentId: newId(),
  merchant: { accountId: newId(), reference: null },
  processor: 'test',
  livemode: false,
  amount: 100n,
  currency: parseCurrency('USD') ?? expect.unreachable(),
  status: 'ordered',
  reference: null,
  code: null,
  card: null,
  action: null,
  savesFor: null,
  mandate: null,
  methodId: null,
  customer: null,
  isReported: false,
  createdAt: 1,
};
const card = { brand: 'visa', last4: '4242', expMonth: 1, expYear: 2040 };
const saved = { reference: 'pm_1', customerReference: 'cus_1', card };
const taken = { status: 'succeeded', reference: 'ch_1', card, saved } as const;
const declined = { status: 'declined', reference: null, code: 'expired_card', card } as const;
const away = {
  status: 'requires_action',
  reference: 'cs_1',
  action: { kind: 'redirect', url: 'https://pay.example/cs_1' },
} as const;

it("a charge follows its processor's state", () => {
  expect(learn(ordered, { status: 'unknown' })).toEqual({ charge: ordered, saved: null });
  const sent = learn(ordered, away).charge;
  expect(sent).toMatchObject({ status: 'requires_action', reference: 'cs_1', action: away.action });
  const { charge, saved: method } = learn(sent, taken);
  expect(charge).toMatchObject({ status: 'succeeded', reference: 'ch_1', card, action: null });
  expect(method).toBe(saved);
  expect(learn(sent, declined).charge).toMatchObject({ status: 'declined', reference: 'cs_1' });
});

it('a final state stays, and a contradiction is reported', () => {
  const { charge } = learn(ordered, taken);
  expect(learn(charge, taken)).toEqual({ charge, saved: null });
  expect(() => learn(charge, declined)).toThrow(/declined for .*, but reported succeeded before/);
  const canceled = learn(ordered, { status: 'canceled' }).charge;
  expect(learn(canceled, declined).charge).toBe(canceled);
  expect(() => learn(canceled, taken)).toThrow(/succeeded for/);
});

it('is polled at growing intervals, at least once an hour', () => {
  expect([0, 8_000, 60_000, 86_400_000].map(restBeforeAsking)).toEqual([
    2_000, 2_000, 15_000, 3_600_000,
  ]);
});

it('an order that has not arrived is given up once no caller waits for it', () => {
  const at = (ms: number) => isLongOrdered(ordered, ordered.createdAt + ms);
  expect([at(0), at(8_000), at(10_000)]).toEqual([false, false, true]);
  expect(isLongOrdered({ ...ordered, status: 'pending' }, 3_600_000)).toBe(false);
});
