import { describe, expect, it } from 'vitest';
import { learnTransfer, type Transfer } from './model.ts';

const pending: Transfer = {
  version: 1n,
  status: 'pending',
  failureReason: null,
  reference: null,
  updatedAt: 1,
};

describe("a transfer after its processor's state", () => {
  const succeeded = { status: 'succeeded', reference: 're_1' } as const;
  const failed = { status: 'failed', reference: 're_1', reason: 'account_closed' } as const;
  const done = learnTransfer(pending, succeeded, 2).after;

  it.each([
    ['that it is not known', pending, { status: 'unknown' }, 'pending', null],
    ['that it is on its way', pending, { status: 'pending', reference: 're_1' }, 'pending', null],
    ['that it has arrived', pending, succeeded, 'succeeded', 'paid'],
    ['that it has arrived, again', done, succeeded, 'succeeded', null],
    ['that it has failed', pending, failed, 'failed', 'returned'],
    ['that it has failed after all', done, failed, 'failed', 'deposit'],
    ['that it has failed, again', learnTransfer(done, failed, 3).after, failed, 'failed', null],
    [
      'anything after a failure',
      learnTransfer(pending, failed, 3).after,
      succeeded,
      'failed',
      null,
    ],
  ] as const)('moves its money: %s', (_what, before, state, status, money) => {
    const step = learnTransfer(before, state, 9);
    expect([step.after.status, step.money]).toEqual([status, money]);
    expect(step.after.version - before.version).toBe(step.money === null ? 0n : 1n);
  });
});
