import type { ErrorCode } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, captured, contextOf, NOW, payment } from '../../../test/builders.ts';
import { type Amounts, addAmounts, move } from '../balance.ts';
import { decide } from './decide.ts';
import type { Command, Decision, Transaction } from './model.ts';

type Kind = 'capture' | 'cancel' | 'settle' | 'expire';
type Asked = { kind: Kind; amount?: bigint | null; isEarly?: boolean };

const DUE = payment({ dueAt: NOW, version: 3n });
const NOT_DUE = payment({ dueAt: NOW + 1 });

/** States that a command can encounter, besides a pending payment. */
const done: Readonly<Record<string, Transaction>> = {
  'succeeded payment': captured(),
  'canceled payment': payment({ status: 'canceled', canceledAt: NOW, dueAt: null }),
  'failed payment': payment({ status: 'failed', failureReason: 'capture_expired', dueAt: null }),
  'succeeded credit': payment({ type: 'credit', status: 'succeeded', capture: null, dueAt: null }),
  'succeeded refund': payment({ type: 'refund', status: 'succeeded', capture: null, dueAt: null }),
  'failed refund': payment({ type: 'refund', status: 'failed', capture: null, dueAt: null }),
};
const verbs = { capture: 'captured', settle: 'settled', expire: 'expired' } as const;

const REFUND_INSTEAD =
  '; for a payment that has succeeded, create a refund instead (POST /v1/transactions with type refund)';

describe('transactions in a final state', () => {
  const cases = Object.entries(done).flatMap(([state, target]) =>
    (['capture', 'settle', 'expire'] as const).map((kind) => [kind, state, target] as const),
  );
  it.each(cases)('%s refuses a %s', (kind, _state, target) => {
    expectRefusal(
      decideOn(target, { kind }),
      'conflict',
      `only a pending payment can be ${verbs[kind]}; this transaction is ${target.status}`,
    );
  });

  it.each(Object.entries(done))('cancel refuses a %s', (state, target) => {
    const message =
      state === 'succeeded payment'
        ? 'this payment has succeeded; refund it by POST /v1/transactions with type refund and refund_of_id'
        : `only a pending transaction can be canceled; this ${target.type} is ${target.status}${target.status === 'succeeded' ? REFUND_INSTEAD : ''}`;
    expectRefusal(decideOn(target, { kind: 'cancel' }), 'not_cancellable', message);
  });
});

describe('a pending payment', () => {
  it.each(['settle', 'expire'] as const)('does not %s before it is due', (kind) => {
    expectRefusal(decideOn(NOT_DUE, { kind }), 'conflict', 'it is not due yet');
    expectRefusal(decideOn(payment({ dueAt: null }), { kind }), 'conflict', 'it is not due yet');
  });

  it('expires early on request, unless it settles automatically', () => {
    const early = { kind: 'expire', isEarly: true } as const;
    const manual = payment({ capture: 'manual', dueAt: NOW + 1 });
    expect(decideOn(manual, early)).toMatchObject({
      accepted: true,
      transaction: { status: 'failed', failureReason: 'capture_expired', dueAt: null },
      movement: { kind: 'release', amounts: move('held', 'available', 100n) },
    });
    expectRefusal(
      decideOn(NOT_DUE, early),
      'conflict',
      'only a payment with capture manual can expire; this one settles automatically',
    );
  });

  it('is not captured beyond the held amount', () => {
    const decision = decideOn(DUE, { kind: 'capture', amount: 101n });
    expectRefusal(decision, 'invalid_request', 'amount: only 100 is held');
  });

  const partly = addAmounts(move('held', 'settled', 30n), move('held', 'available', 70n));
  const cases: [string, Kind, bigint | null, Partial<Transaction>, string, Amounts][] = [
    ['settles when it is due', 'settle', null, taken(100n), 'settle', toSettled(100n)],
    ['is captured whole', 'capture', null, taken(100n), 'capture', toSettled(100n)],
    ['is captured up to the hold', 'capture', 100n, taken(100n), 'capture', toSettled(100n)],
    ['is captured in part, the rest released', 'capture', 30n, taken(30n), 'capture', partly],
    [
      'is canceled',
      'cancel',
      null,
      { status: 'canceled', canceledAt: NOW, capturedAmount: null },
      'release',
      move('held', 'available', 100n),
    ],
    [
      'expires when it is due',
      'expire',
      null,
      { status: 'failed', failureReason: 'capture_expired', capturedAmount: null },
      'release',
      move('held', 'available', 100n),
    ],
  ];
  it.each(cases)('%s', (_title, kind, amount, change, movement, amounts) => {
    expect(decideOn(DUE, { kind, amount })).toEqual({
      accepted: true,
      transaction: { ...DUE, ...change, version: 4n, dueAt: null, updatedAt: NOW },
      movement: { kind: movement, amounts },
    });
  });

  it.each(['capture', 'cancel'] as const)('need not be due to %s', (kind) => {
    expect(decideOn(NOT_DUE, { kind })).toMatchObject({ accepted: true });
  });
});

it.each(['capture', 'cancel', 'settle', 'expire'] as const)('%s requires a transaction', (kind) => {
  expectRefusal(decideOn(undefined, { kind }), 'not_found', 'there is no transaction with this id');
});

function decideOn(
  target: Transaction | undefined,
  { kind, amount = null, isEarly = false }: Asked,
): Decision {
  const transactionId = target?.id ?? ACCOUNT;
  const commands: Readonly<Record<Kind, Command>> = {
    capture: { kind: 'capture', transactionId, amount },
    cancel: { kind: 'cancel', transactionId },
    settle: { kind: 'settle', transactionId },
    expire: { kind: 'expire', transactionId, isEarly },
  };
  const command = commands[kind];
  return decide(contextOf({ held: 100n }, target), command);
}

function expectRefusal(decision: Decision, code: ErrorCode, message: string): void {
  expect(decision).toEqual({ accepted: false, code, message });
}

function taken(amount: bigint): Partial<Transaction> {
  return { status: 'succeeded', capturedAmount: amount };
}

function toSettled(amount: bigint): Amounts {
  return move('held', 'settled', amount);
}
