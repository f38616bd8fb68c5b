import { describe, expect, it } from 'vitest';
import { amountToRefund } from './refund.ts';

const paid = { status: 'succeeded', amount: 100n } as const;

describe('the refundable amount of a charge', () => {
  it.each([
    ['everything', [], undefined, 100n],
    ['the rest', [{ status: 'succeeded', amount: 30n }], undefined, 70n],
    ['a part', [{ status: 'pending', amount: 30n }], 70n, 70n],
    ['an earlier failed refund', [{ status: 'failed', amount: 100n }], 100n, 100n],
  ] as const)('is %s', (_what, refunds, asked, amount) => {
    expect(amountToRefund(paid, refunds, asked)).toBe(amount);
  });

  it.each([
    ['more than is left', paid, [{ status: 'reserved', amount: 30n }], 71n, 'invalid_request'],
    [
      'anything after a full refund',
      paid,
      [{ status: 'pending', amount: 100n }],
      undefined,
      'conflict',
    ],
    ['an unpaid charge', { ...paid, status: 'declined' }, [], 1n, 'conflict'],
  ] as const)('excludes %s', (_what, charge, refunds, asked, code) => {
    expect(() => amountToRefund(charge, refunds, asked)).toThrow(expect.objectContaining({ code }));
  });
});
