import { describe, expect, it } from 'vitest';
import { currency } from '../../../test/builders.ts';
import { attempt, NOW, paymentContext, paymentRequest } from '../../../test/payment-values.ts';
import type { RequestPayment } from './commands.ts';
import { decideCancelPayment, decideExpirePayment, decideRequest } from './decide.ts';

function requestOf(change: Partial<RequestPayment> = {}): RequestPayment {
  return {
    kind: 'request_payment',
    savesFor: null,
    customerId: null,
    consent: null,
    amount: 1000n,
    currency: currency('USD'),
    customerEmail: 'customer@example.com',
    returnUrl: null,
    reference: null,
    metadata: {},
    token: 'token',
    linkBase: '',
    key: 'k',
    expiresAt: null,
    ...change,
  };
}

function asClient(...[context, payment]: Parameters<typeof decideExpirePayment>) {
  return decideCancelPayment(context, payment, 'client');
}

describe('requesting a payment', () => {
  it('expires after seven days, or at the given instant', () => {
    expect(decideRequest(paymentContext(), undefined, requestOf())).toMatchObject({
      payment: { status: 'pending', version: 1n, createdAt: NOW, expiresAt: NOW + 604_800_000 },
    });
    const until = requestOf({ expiresAt: NOW + 5 });
    expect(decideRequest(paymentContext(), undefined, until)).toMatchObject({
      payment: { expiresAt: NOW + 5 },
    });
  });

  it('finds the request with its key and amount, even if the account is closed', () => {
    const earlier = paymentRequest({ key: 'k' });
    for (const status of ['open', 'closed'] as const)
      expect(decideRequest(paymentContext([], { status }), earlier, requestOf())).toEqual({
        accepted: true,
        payment: earlier,
      });
    for (const change of [{ amount: 1n }, { currency: currency('EUR') }])
      expect(decideRequest(paymentContext(), earlier, requestOf(change))).toMatchObject({
        accepted: false,
        code: 'conflict',
      });
  });

  it.each([
    ['a closed account', { status: 'closed' as const }, {}, 'not_found'],
    ['another currency', {}, { currency: currency('EUR') }, 'invalid_request'],
  ])('is refused for %s', (_what, balance, change, code) => {
    const decision = decideRequest(paymentContext([], balance), undefined, requestOf(change));
    expect(decision).toMatchObject({ accepted: false, code });
  });
});

describe.each([
  ['canceling', asClient, {}],
  ['expiring', decideExpirePayment, { expiresAt: NOW }],
])('%s', (_name, decide, change) => {
  it('ends a pending request that is not being paid', () => {
    const payment = paymentRequest({ failedAttempts: 1, ...change });
    expect(decide(paymentContext([attempt({ status: 'declined' })]), payment)).toEqual({
      accepted: true,
      payment: { ...payment, status: 'canceled', version: 2n, updatedAt: NOW },
    });
  });

  it('waits for a payment in progress', () => {
    const decision = decide(paymentContext([attempt()]), paymentRequest(change));
    expect(decision).toMatchObject({ accepted: false, code: 'conflict' });
  });

  it.each(['succeeded', 'failed'] as const)('does not affect one that has %s', (status) => {
    const decision = decide(paymentContext(), paymentRequest({ status, ...change }));
    expect(decision).toMatchObject({ accepted: false });
  });
});

it('expires nothing too early', () => {
  const decision = decideExpirePayment(paymentContext(), paymentRequest({ expiresAt: NOW + 1 }));
  expect(decision).toMatchObject({ accepted: false, code: 'conflict' });
});

it('accepts a second cancellation without a change', () => {
  const payment = paymentRequest({ status: 'canceled' });
  expect(asClient(paymentContext(), payment)).toEqual({ accepted: true, payment });
});

it('lets clients cancel only their own requests', () => {
  const payment = paymentRequest({ key: 'sub:period:0', reference: 'inv_7' });
  expect(asClient(paymentContext(), payment)).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('POST /v1/invoices/inv_7/void'),
  });
  expect(decideCancelPayment(paymentContext(), payment, 'service')).toMatchObject({
    payment: { status: 'canceled' },
  });
});
