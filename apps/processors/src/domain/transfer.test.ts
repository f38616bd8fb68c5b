import { describe, expect, it } from 'vitest';
import { learnTransfer, type Transfer } from './transfer.ts';

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
    ['unknown', pending, { status: 'unknown' }, 'pending', null],
    ['pending', pending, { status: 'pending', reference: 're_1' }, 'pending', null],
    ['succeeded', pending, succeeded, 'succeeded', 'paid'],
    ['succeeded, again', done, succeeded, 'succeeded', null],
    ['failed', pending, failed, 'failed', 'returned'],
    ['failed after success', done, failed, 'failed', 'deposit'],
    ['failed, again', learnTransfer(done, failed, 3).after, failed, 'failed', null],
    [
      'anything after a failure',
      learnTransfer(pending, failed, 3).after,
      succeeded,
      'failed',
      null,
    ],
  ] as const)('moves its money as required: %s', (_what, before, state, status, money) => {
    const step = learnTransfer(before, state, 9);
    expect([step.after.status, step.money]).toEqual([status, money]);
    expect(step.after.version - before.version).toBe(step.money === null ? 0n : 1n);
  });
});
