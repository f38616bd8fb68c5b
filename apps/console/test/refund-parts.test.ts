import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsOfRefund } from '../web/core/refund-parts.ts';

const someRefunds = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 1, max: 9_999 }),
      status: fc.constantFrom('pending', 'succeeded', 'failed'),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((refunds) => refunds.map((refund, index) => ({ ...refund, id: `re_${index}` })));

it('splits a payment into earlier, own and later refunds, and the rest', () => {
  fc.assert(
    fc.property(someRefunds, fc.nat(), fc.nat(9_999), (refunds, choice, rest) => {
      const paid = rest + refunds.reduce((sum, { amount }) => sum + amount, 0);
      const at = choice % refunds.length;
      const one = refunds[at] ?? { id: '', amount: 0, status: 'failed' };
      // Lists return the newest first.
      const { before, own, after, left } = partsOfRefund(paid, one, refunds.toReversed());
      expect(before + own + after + left).toBe(paid);
      expect(own).toBe(one.status === 'failed' ? 0 : one.amount);
      const failed = refunds.filter(({ status }) => status === 'failed');
      expect(left).toBe(rest + failed.reduce((sum, { amount }) => sum + amount, 0));
      const first = refunds.slice(0, at).filter(({ status }) => status !== 'failed');
      expect(before).toBe(first.reduce((sum, { amount }) => sum + amount, 0));
    }),
  );
});
