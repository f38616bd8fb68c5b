import { expect, it } from 'vitest';
import { isLuhnValid, outcomeOfTestCard, summarize } from './test-processor.ts';

it.each([
  ['4242424242424242', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['378282246310005', 'amex'],
  ['6011111111111117', 'discover'],
  ['3566002020360505', 'jcb'],
  ['3056930009020004', 'diners'],
  ['9999999999999995', 'unknown'],
])('keeps of %s its brand, %s, and the last four', (number, brand) => {
  expect(isLuhnValid(number)).toBe(true);
  expect(summarize(number)).toEqual({ brand, last4: number.slice(-4) });
});

it.each(['4242424242424241', '4242424242424224', '4224424242424242'])(
  'sees that %s was mistyped',
  (number) => {
    expect(isLuhnValid(number)).toBe(false);
    expect(outcomeOfTestCard(number)).toEqual({ status: 'declined', code: 'invalid_number' });
  },
);

it.each([
  ['4242424242424242', { status: 'succeeded' }],
  ['4000000000000341', { status: 'succeeded' }],
  ['4000000000000002', { status: 'declined', code: 'card_declined' }],
  ['4000000000009995', { status: 'declined', code: 'insufficient_funds' }],
  ['4000000000000119', { status: 'pending' }],
  ['5555555555554444', { status: 'declined', code: 'not_a_test_card' }],
])('makes of the test card %s what it is known for', (number, verdict) => {
  expect(outcomeOfTestCard(number)).toEqual(verdict);
});
