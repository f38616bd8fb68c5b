import { expect, it } from 'vitest';
import { withAmounts } from '../web/core/amounts.ts';
import { leftToRefund } from '../web/core/refund-parts.ts';

const euros = (minorUnits: number) => `€${(minorUnits / 100).toFixed(2)}`;

it.each([
  [
    { message: 'amount: only 3225 of this payment can be refunded' },
    'amount: only €32.25 of this payment can be refunded',
  ],
  [
    {
      code: 'insufficient_funds',
      message: 'balance is 0, this needs 12900; record a credit first',
    },
    'balance is €0.00, this needs €129.00; record a credit first',
  ],
  [
    { message: 'amount: must be between 1 and 999999999999' },
    'amount: must be between €0.01 and €9999999999.99',
  ],
  // Ids, decimals and other numbers stay.
  [
    { message: 'amount: 500 of pay_01h455vb4pex5vsknk1 and 8.1' },
    'amount: €5.00 of pay_01h455vb4pex5vsknk1 and 8.1',
  ],
  [{ message: 'quantity: must be at most 1000' }, 'quantity: must be at most 1000'],
])('formats the amounts in a message by currency: %j', (refusal, said) => {
  expect(withAmounts(refusal, euros)).toBe(said);
});

it('failed refunds do not reduce what can still be refunded', () => {
  const refunds = [
    { amount: 2_000, status: 'succeeded' },
    { amount: 1_225, status: 'pending' },
    { amount: 900, status: 'failed' },
  ];
  expect(leftToRefund(6_450, refunds)).toBe(3_225);
  expect(leftToRefund(6_450, [])).toBe(6_450);
});
