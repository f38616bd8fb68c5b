import { expect, it } from 'vitest';
import { attempt, NOW, paymentRequest } from '../../test/payment-values.ts';
import { viewOf } from './view.ts';

const declined = attempt({ status: 'declined', declineCode: 'card_declined' });

it.each([
  ['a new one', {}, undefined, { state: 'open', declineCode: null, triesLeft: 5 }],
  [
    'a declined one',
    { failedAttempts: 2 },
    declined,
    { state: 'open', declineCode: 'card_declined', triesLeft: 3 },
  ],
  [
    'one whose attempt was given up',
    { failedAttempts: 1 },
    attempt({ status: 'declined', declineCode: 'abandoned' }),
    { state: 'open', declineCode: null, triesLeft: 4 },
  ],
  [
    'one that is being paid',
    {},
    attempt({}),
    { state: 'being_paid', resumeAt: null, transfer: null },
  ],
  [
    'one that is being paid past its time',
    { expiresAt: NOW },
    attempt({}),
    { state: 'being_paid', resumeAt: null, transfer: null },
  ],
  [
    'one that was paid between two reads',
    {},
    attempt({ status: 'succeeded' }),
    { state: 'being_paid', resumeAt: null, transfer: null },
  ],
  ['one past its time', { expiresAt: NOW }, declined, { state: 'expired' }],
  ['one that expired', { status: 'canceled', expiresAt: NOW - 5 }, undefined, { state: 'expired' }],
  ['a canceled one', { status: 'canceled' }, undefined, { state: 'canceled' }],
  ['a failed one', { status: 'failed', failedAttempts: 5 }, declined, { state: 'failed' }],
  [
    'a paid one',
    { status: 'succeeded' },
    attempt({
      status: 'succeeded',
      card: { brand: 'visa', last4: '4242' },
      consentText: 'You allow it.',
    }),
    {
      state: 'paid',
      card: { brand: 'visa', last4: '4242' },
      consentText: 'You allow it.',
      paidAt: NOW - 1,
    },
  ],
] as const)('shows %s', (_what, change, last, view) => {
  expect(viewOf(paymentRequest({ updatedAt: NOW - 1, ...change }), last, NOW)).toEqual(view);
});
