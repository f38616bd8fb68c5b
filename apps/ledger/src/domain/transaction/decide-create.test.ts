import type { ErrorCode } from '@florin/contracts';
import { BALANCE_MINOR_MAX } from '@florin/money';
import { describe, expect, it } from 'vitest';
import { captured, contextOf, creation, NOW, payment } from '../../../test/builders.ts';
import { type Amounts, move } from '../balance.ts';
import { decide } from './decide.ts';
import { CAPTURE_WINDOW_MS } from './decide-create.ts';
import type { Decision, Transaction } from './model.ts';

const CREDIT = creation({ type: 'credit' });
const PAYMENT = creation({ type: 'payment' });
const UNTIED = creation({ type: 'refund' });

describe('refused requests', () => {
  const cases: [title: string, decision: Decision, code: ErrorCode, message: string | RegExp][] = [
    [
      'anything on a closed account',
      decide(contextOf({ available: 100n }, undefined, { status: 'closed' }), PAYMENT),
      'not_found',
      'this account is closed',
    ],
    [
      'another currency, before the balance is looked at',
      decide(contextOf({}), creation({ type: 'payment', currency: 'EUR' })),
      'currency_mismatch',
      'currency: the account uses USD, but the request has EUR',
    ],
    [
      'a payment of more than is available',
      decide(contextOf({ available: 99n, held: 500n, settled: 500n }), PAYMENT),
      'insufficient_funds',
      'balance is 99, this needs 100; record a credit first (POST /v1/transactions with type credit)',
    ],
    [
      'a payment from nothing',
      decide(contextOf({}), creation({ type: 'payment', amount: 1000n })),
      'insufficient_funds',
      /^balance is 0, this needs 1000; record a credit first/,
    ],
    [
      'a credit that takes the balance past its bound',
      decide(contextOf({ available: BALANCE_MINOR_MAX - 99n }), CREDIT),
      'invalid_request',
      `a balance cannot exceed ${BALANCE_MINOR_MAX} minor units`,
    ],
    [
      'a credit when the bound is reached by all parts together',
      decide(
        contextOf({ available: 1n, held: 1n, settled: 1n, fees: BALANCE_MINOR_MAX - 102n }),
        CREDIT,
      ),
      'invalid_request',
      `a balance cannot exceed ${BALANCE_MINOR_MAX} minor units`,
    ],
    [
      'an untied refund of more than is settled',
      decide(contextOf({ available: 500n, settled: 99n }), UNTIED),
      'insufficient_funds',
      'settled money is 99, this needs 100; refund less, or wait until payments have settled',
    ],
    [
      'a tied refund that untied ones have left too little for',
      decide(contextOf({ settled: 99n }, captured()), tied(100n)),
      'insufficient_funds',
      'settled money is 99, this needs 100; refund less, or wait until payments have settled',
    ],
    ...refundsOf('an unknown transaction', undefined),
    ...refundsOf('a pending payment', payment()),
    ...refundsOf('a canceled payment', payment({ status: 'canceled' })),
    ...refundsOf('an expired payment', payment({ status: 'failed' })),
    ...refundsOf('a credit', captured({ type: 'credit' })),
    [
      'a refund of more than was captured',
      decide(contextOf({ settled: 500n }, captured({ capturedAmount: 60n })), tied(61n)),
      'invalid_request',
      'amount: only 60 of this payment can still be refunded',
    ],
    [
      'a refund of more than is left',
      decide(contextOf({ settled: 500n }, captured({ refundedAmount: 60n })), tied(41n)),
      'invalid_request',
      'amount: only 40 of this payment can still be refunded',
    ],
  ];

  it.each(cases)('%s', (_title, decision, code, message) => {
    expect(decision).toEqual({
      accepted: false,
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });
});

describe('accepted requests', () => {
  const cases: [
    title: string,
    decision: Decision,
    transaction: Partial<Transaction>,
    movement: { kind: string; amounts: Amounts } | null,
  ][] = [
    [
      'a credit',
      decide(contextOf({}), CREDIT),
      { type: 'credit', status: 'succeeded', capture: null, dueAt: null },
      { kind: 'credit', amounts: move('external', 'available', 100n) },
    ],
    [
      'a credit up to the bound',
      decide(contextOf({ settled: BALANCE_MINOR_MAX - 100n }), CREDIT),
      { status: 'succeeded' },
      { kind: 'credit', amounts: move('external', 'available', 100n) },
    ],
    [
      'a payment of all there is, settled after the delay',
      decide(contextOf({ available: 100n }), PAYMENT),
      { type: 'payment', status: 'pending', capture: 'automatic', dueAt: NOW + 60_000 },
      { kind: 'hold', amounts: move('available', 'held', 100n) },
    ],
    [
      'a payment that settles without delay',
      decide(contextOf({ available: 100n }), creation({ type: 'payment', settlementDelayMs: 0 })),
      { dueAt: NOW },
      { kind: 'hold', amounts: move('available', 'held', 100n) },
    ],
    [
      'a payment that waits for its capture for a week',
      decide(contextOf({ available: 100n }), creation({ type: 'payment', capture: 'manual' })),
      { status: 'pending', capture: 'manual', dueAt: NOW + CAPTURE_WINDOW_MS },
      { kind: 'hold', amounts: move('available', 'held', 100n) },
    ],
    [
      'an untied refund of all that is settled',
      decide(contextOf({ settled: 100n }), UNTIED),
      { type: 'refund', status: 'succeeded', refundOf: null, failureReason: null },
      { kind: 'refund', amounts: move('settled', 'available', 100n) },
    ],
  ];

  it.each(cases)('%s', (_title, decision, transaction, movement) => {
    expect(decision).toMatchObject({
      accepted: true,
      transaction: { version: 1n, amount: 100n, currency: 'USD', createdAt: NOW, updatedAt: NOW },
      movement,
    });
    expect(decision).toMatchObject({ transaction });
    expect(decision).not.toHaveProperty('related');
  });

  it('a tied refund, which the payment records', () => {
    const before = captured({ refundedAmount: 60n, version: 4n });
    const decision = decide(contextOf({ settled: 40n }, before), tied(40n, before.id));
    expect(decision).toMatchObject({
      accepted: true,
      transaction: { status: 'succeeded', refundOf: before.id },
      movement: { kind: 'refund', amounts: move('settled', 'available', 40n) },
      related: { ...before, refundedAmount: 100n, version: 5n, updatedAt: NOW },
    });
  });

  it('reference and metadata, unchanged', () => {
    const metadata = { b: 1, a: [null, { x: 'y' }] };
    const decision = decide(contextOf({}), creation({ reference: 'order 1', metadata }));
    expect(decision).toMatchObject({ transaction: { reference: 'order 1', metadata } });
  });
});

function tied(amount: bigint, refundOf = captured().id) {
  return creation({ type: 'refund', amount, refundOf });
}

function refundsOf(
  title: string,
  target: Transaction | undefined,
): [string, Decision, ErrorCode, string][] {
  return [
    [
      `a refund of ${title}`,
      decide(contextOf({ settled: 500n }, target), tied(1n)),
      'invalid_request',
      'refund_of_id: must be a succeeded payment of this account',
    ],
  ];
}
