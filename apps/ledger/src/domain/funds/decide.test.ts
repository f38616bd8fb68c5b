import type { ErrorCode } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, contextOf, currency, NOW, payment } from '../../../test/builders.ts';
import { addAmounts, move } from '../balance.ts';
import { decideDeposit, decideEnd, decideWithdraw, type FundsDecision } from './decide.ts';
import type { Deposit, FundMovement, Withdraw } from './model.ts';

function withdrawal(change: Partial<Withdraw> = {}): Withdraw {
  return {
    kind: 'withdraw',
    key: 're_1',
    purpose: 'refund',
    amount: 100n,
    amountMin: 100n,
    currency: 'USD',
    ends: false,
    reference: null,
    metadata: { refund_id: 're_1' },
    ...change,
  };
}

function deposit(change: Partial<Deposit> = {}): Deposit {
  return {
    kind: 'deposit',
    key: 're_1:failed',
    amount: 100n,
    currency: 'USD',
    reference: 'order 1',
    metadata: {},
    ...change,
  };
}

/** A pending refund of 100, with 70 from settled money. */
function movement(change: Partial<FundMovement> = {}): FundMovement {
  return {
    accountId: ACCOUNT,
    key: 're_1',
    purpose: 'refund',
    amount: 100n,
    fromSettled: 70n,
    fromAvailable: 30n,
    atOnce: false,
    status: 'pending',
    transactionId: '01900000-0000-7000-8000-0000000000aa',
    ...change,
  };
}

const UNDERWAY = payment({ capture: null, dueAt: null, version: 3n });

function accept(decision: FundsDecision) {
  if (!decision.accepted) throw new Error(`${decision.code}: ${decision.message}`);
  return decision;
}

function expectRefusal(decision: FundsDecision, code: ErrorCode, message: string): void {
  expect(decision).toEqual({ accepted: false, code, message });
}

describe('a withdrawal', () => {
  it.each([
    ['settled money alone, if that is enough', 500n, 500n, 100n, 0n],
    ['settled money first, then available money', 500n, 70n, 70n, 30n],
    ['available money, if nothing is settled', 500n, 0n, 0n, 100n],
    ['all that there is', 30n, 70n, 70n, 30n],
  ])('takes %s', (_title, available, settled, fromSettled, fromAvailable) => {
    const { movement: made, decision } = accept(
      decideWithdraw(contextOf({ available, settled }), undefined, withdrawal()),
    );
    expect(made).toMatchObject({ amount: 100n, fromSettled, fromAvailable, status: 'pending' });
    expect(decision?.movement).toEqual({
      kind: 'set_aside',
      amounts: addAmounts(
        move('settled', 'held', fromSettled),
        move('available', 'held', fromAvailable),
      ),
    });
  });

  it('is a pending payment that is ended by no capture and no timeout', () => {
    const { movement: made, decision } = accept(
      decideWithdraw(contextOf({ available: 100n }), undefined, withdrawal()),
    );
    expect(decision?.transaction).toMatchObject({
      id: made.transactionId,
      ...{ type: 'payment', status: 'pending', amount: 100n, capture: null, dueAt: null },
      ...{ capturedAmount: null, metadata: { refund_id: 're_1' } },
    });
  });

  it('succeeds at once if it leaves immediately', () => {
    const { movement: made, decision } = accept(
      decideWithdraw(
        contextOf({ available: 50n, settled: 70n }),
        undefined,
        withdrawal({ ends: true, purpose: 'fee' }),
      ),
    );
    expect(made).toMatchObject({ atOnce: true, status: 'succeeded' });
    expect(decision?.transaction).toMatchObject({ status: 'succeeded', capturedAmount: null });
    expect(decision?.movement).toEqual({
      kind: 'withdraw',
      amounts: addAmounts(move('settled', 'external', 70n), move('available', 'external', 30n)),
    });
  });

  it('takes the available amount if that is enough', () => {
    const there = contextOf({ available: 5n, settled: 10n, held: 900n });
    const { movement: made } = accept(
      decideWithdraw(there, undefined, withdrawal({ amountMin: 15n })),
    );
    expect(made).toMatchObject({ amount: 15n, fromSettled: 10n, fromAvailable: 5n });
    expectRefusal(
      decideWithdraw(there, undefined, withdrawal({ amountMin: 16n })),
      'insufficient_funds',
      'the account has 15 of 100; record a credit first, or wait until payments have settled',
    );
  });

  it('is also taken from a closed account', () => {
    const closed = contextOf({ available: 100n }, undefined, { status: 'closed' });
    expect(accept(decideWithdraw(closed, undefined, withdrawal())).movement.amount).toBe(100n);
  });

  it('refuses another currency', () => {
    expectRefusal(
      decideWithdraw(contextOf({ available: 100n }), undefined, withdrawal({ currency: 'EUR' })),
      'currency_mismatch',
      'the account uses USD, not EUR',
    );
  });

  it('gives the same result again, in any later state', () => {
    for (const status of ['pending', 'succeeded', 'canceled'] as const) {
      const earlier = movement({ status });
      const again = accept(decideWithdraw(contextOf({}), earlier, withdrawal()));
      expect(again).toEqual({ accepted: true, movement: earlier, decision: null });
    }
    const part = movement({ amount: 15n });
    const again = decideWithdraw(contextOf({}), part, withdrawal({ amountMin: 1n }));
    expect(accept(again).movement).toBe(part);
  });

  it.each<[string, Partial<FundMovement>, Partial<Withdraw>]>([
    ['for another purpose', { purpose: 'payout' }, {}],
    ['for a deposit', { purpose: 'deposit', atOnce: true }, {}],
    ['for more', { amount: 101n }, {}],
    ['for less than all', { amount: 99n }, {}],
    ['for less than is worth taking', { amount: 15n }, { amountMin: 16n }],
    ['for what went at once', { atOnce: true, status: 'succeeded' }, {}],
  ])('refuses a key that was used %s', (_title, earlier, change) => {
    expectRefusal(
      decideWithdraw(contextOf({ available: 500n }), movement(earlier), withdrawal(change)),
      'conflict',
      'the key re_1 was already used for a different movement',
    );
  });
});

describe('the end of a withdrawal', () => {
  it('has left the account', () => {
    const context = contextOf({ held: 100n }, UNDERWAY);
    expect(accept(decideEnd(context, movement(), UNDERWAY, 'paid'))).toEqual({
      accepted: true,
      movement: movement({ status: 'succeeded' }),
      decision: {
        accepted: true,
        transaction: { ...UNDERWAY, version: 4n, status: 'succeeded', updatedAt: NOW },
        movement: { kind: 'pay_out', amounts: move('held', 'external', 100n) },
      },
    });
  });

  it('or is returned to its origin', () => {
    const context = contextOf({ held: 100n }, UNDERWAY);
    const { movement: ended, decision } = accept(
      decideEnd(context, movement(), UNDERWAY, 'returned'),
    );
    expect(ended).toEqual(movement({ status: 'canceled' }));
    expect(decision?.transaction).toMatchObject({ status: 'canceled', canceledAt: NOW });
    expect(decision?.movement).toEqual({
      kind: 'return',
      amounts: addAmounts(move('held', 'settled', 70n), move('held', 'available', 30n)),
    });
  });

  it.each([
    ['paid', 'succeeded', 'returned'],
    ['returned', 'canceled', 'paid'],
  ] as const)('%s can be repeated, but not changed', (outcome, status, other) => {
    const earlier = movement({ status });
    const ended = { ...UNDERWAY, status };
    expect(accept(decideEnd(contextOf({}), earlier, ended, outcome))).toEqual({
      accepted: true,
      movement: earlier,
      decision: null,
    });
    expectRefusal(
      decideEnd(contextOf({}), earlier, ended, other),
      'conflict',
      `the withdrawal re_1 has ended; it is ${status}`,
    );
  });
});

describe('a deposit', () => {
  it.each(['open', 'closed'] as const)('is a credit of an account that is %s', (status) => {
    const { movement: made, decision } = accept(
      decideDeposit(contextOf({}, undefined, { status }), undefined, deposit()),
    );
    expect(made).toMatchObject({ purpose: 'deposit', amount: 100n, status: 'succeeded' });
    expect(decision).toMatchObject({
      transaction: {
        type: 'credit',
        status: 'succeeded',
        reference: 'order 1',
        currency: currency('USD'),
      },
      movement: { kind: 'deposit', amounts: move('external', 'available', 100n) },
    });
  });

  it('gives the same result again, and refuses its key for anything else', () => {
    const earlier = movement({
      key: 're_1:failed',
      purpose: 'deposit',
      fromSettled: 0n,
      fromAvailable: 0n,
    });
    expect(accept(decideDeposit(contextOf({}), earlier, deposit())).decision).toBeNull();
    for (const other of [{ ...earlier, amount: 99n }, movement()])
      expectRefusal(
        decideDeposit(contextOf({}), other, deposit()),
        'conflict',
        'the key re_1:failed was already used for a different movement',
      );
  });

  it('refuses another currency', () => {
    expectRefusal(
      decideDeposit(contextOf({}), undefined, deposit({ currency: 'EUR' })),
      'currency_mismatch',
      'the account uses USD, not EUR',
    );
  });
});
