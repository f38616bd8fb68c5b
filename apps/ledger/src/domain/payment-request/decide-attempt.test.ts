import { BALANCE_MINOR_MAX } from '@florin/money';
import { describe, expect, it } from 'vitest';
import { balanceWith } from '../../../test/builders.ts';
import { attempt, NOW, paymentContext, paymentRequest } from '../../../test/payment-values.ts';
import { decideBegin, decideFinish } from './decide.ts';

const begin = { processor: 'test', consentText: 'You allow it.' };
const card = { brand: 'visa', last4: '4242' };
const succeeded = { status: 'succeeded', reference: 'ref', card } as const;
const declined = { status: 'declined', reference: 'ref', code: 'card_declined', card } as const;

describe('beginning an attempt', () => {
  it('reserves the request without changing it', () => {
    const payment = paymentRequest();
    const decision = decideBegin(paymentContext(), payment, begin);
    expect(decision).toMatchObject({
      accepted: true,
      attempt: { status: 'processing', ...begin, paymentId: payment.id, createdAt: NOW },
    });
    expect(decision).toHaveProperty('payment', payment);
  });

  it('may follow a declined attempt', () => {
    const context = paymentContext([attempt({ status: 'declined' })]);
    expect(decideBegin(context, paymentRequest(), begin)).toMatchObject({ accepted: true });
  });

  const full = balanceWith({ available: BALANCE_MINOR_MAX - 999n });
  it.each([
    ['is being paid', paymentContext([attempt()]), {}, 'it is being paid already'],
    ['was paid', paymentContext(), { status: 'succeeded' }, 'it is succeeded'],
    ['was canceled', paymentContext(), { status: 'canceled' }, 'it is canceled'],
    ['has failed', paymentContext(), { status: 'failed' }, 'it is failed'],
    ['is past its time', paymentContext(), { expiresAt: NOW }, 'it has expired'],
    ['has a closed account', paymentContext([], { status: 'closed' }), {}, 'its account is closed'],
    ['does not fit', paymentContext([], full), {}, 'its account can hold no more'],
  ] as const)('is refused if the request %s', (_what, context, change, message) => {
    const decision = decideBegin(context, paymentRequest(change), begin);
    expect(decision).toEqual({ accepted: false, code: 'conflict', message });
  });
});

it('a second attempt is refused after a decline if only one is allowed', () => {
  const declined = paymentRequest({ failedAttempts: 1 });
  expect(decideBegin(paymentContext(), declined, { ...begin, isOnlyAttempt: true })).toEqual({
    ...{ accepted: false, code: 'conflict', message: 'it was declined' },
  });
  expect(decideBegin(paymentContext(), declined, begin)).toMatchObject({ accepted: true });
});

describe('finishing an attempt', () => {
  it.each(['open', 'closed'] as const)('credits the amount taken, account %s', (status) => {
    const context = paymentContext([attempt()], { status });
    const decision = decideFinish(context, paymentRequest(), attempt(), succeeded);
    if (!decision.accepted) throw new Error('refused');
    const { payment, credit, attempt: ended } = decision;
    expect(credit).toMatchObject({
      transaction: {
        type: 'credit',
        status: 'succeeded',
        amount: 1000n,
        reference: 'order 7',
        metadata: { payment_id: expect.stringMatching(/^pay_/) },
      },
      movement: { kind: 'credit', amounts: { available: 1000n, external: -1000n } },
    });
    expect(payment).toEqual(
      paymentRequest({
        status: 'succeeded',
        version: 2n,
        transactionId: credit?.transaction.id ?? null,
        updatedAt: NOW,
      }),
    );
    expect(ended).toEqual(
      attempt({ status: 'succeeded', processorReference: 'ref', card, updatedAt: NOW }),
    );
  });

  it.each([
    ['a decline', 'open', declined, 0, { failedAttempts: 1 }],
    ['the fourth decline', 'open', declined, 3, { failedAttempts: 4 }],
    [
      ...(['the fifth decline', 'open', declined, 4] as const),
      { failedAttempts: 5, status: 'failed', declineCode: 'card_declined' },
    ],
    ['a decline when closed', 'closed', declined, 0, { failedAttempts: 1, status: 'canceled' }],
    ['the fifth when closed', 'closed', declined, 4, { failedAttempts: 5, status: 'canceled' }],
    ['one given up', 'open', { status: 'abandoned' }, 4, { failedAttempts: 4 }],
    ['one given up when closed', 'closed', { status: 'abandoned' }, 0, { status: 'canceled' }],
  ] as const)('of %s', (_what, status, outcome, failedAttempts, change) => {
    const context = paymentContext([attempt()], { status });
    const before = paymentRequest({ failedAttempts });
    const decision = decideFinish(context, before, attempt(), outcome);
    if (!decision.accepted) throw new Error('refused');
    const end = 'status' in change ? { version: 2n, updatedAt: NOW } : {};
    expect(decision.payment).toEqual({ ...before, ...change, ...end });
    expect(decision.credit).toBeUndefined();
    expect(decision.attempt).toMatchObject({
      status: 'declined',
      declineCode: outcome.status === 'declined' ? 'card_declined' : 'abandoned',
    });
  });

  it.each(['succeeded', 'declined'] as const)('does not change one that has %s', (status) => {
    const ended = attempt({ status });
    const payment = paymentRequest();
    for (const outcome of [succeeded, declined, { status: 'abandoned' } as const])
      expect(decideFinish(paymentContext([ended]), payment, ended, outcome)).toEqual({
        accepted: true,
        payment,
        attempt: ended,
      });
  });
});
