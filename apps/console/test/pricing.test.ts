import { expect, it } from 'vitest';
import { costIn, readPricing, toMinorDecimal, toPriceMembers } from '../web/core/pricing.ts';

it.each([
  ['0.0035', 'USD', '0.35'],
  ['12,5', 'EUR', '1250'],
  ['3', 'JPY', '3'],
  ['1.2345', 'KWD', '1234.5'],
  ['-1', 'USD', undefined],
  ['1e3', 'USD', undefined],
  ['', 'USD', undefined],
])('reads %s %s as minor units', (typed, currency, minor) => {
  expect(toMinorDecimal(typed, currency)).toBe(minor);
});

const tiers = JSON.stringify([
  { upTo: '5', unit: '7', flat: '' },
  { upTo: '', unit: '6.005', flat: '10' },
]);

it.each([
  [{ pricing: 'per_unit', unit: '0.0035' }, 1_000, 350],
  [{ pricing: 'packages', unit: '5', size: '1000' }, 1_001, 1_000],
  [{ pricing: 'graduated', tiers }, 7, 3_500 + 1_201 + 1_000],
  [{ pricing: 'volume', tiers }, 7, 4_204 + 1_000],
])('prices a quantity of %j', (values, quantity, cost) => {
  const price = readPricing(values, 'USD');
  expect(price && costIn(price, quantity)).toBe(cost);
});

it.each([
  [{ pricing: 'per_unit', unit: 'x' }],
  [{ pricing: 'packages', unit: '5', size: '1' }],
  [{ pricing: 'graduated', tiers: '' }],
  [{ pricing: 'volume', tiers: JSON.stringify([{ upTo: 'x', unit: '1', flat: '' }, {}]) }],
  [
    {
      pricing: 'volume',
      tiers: JSON.stringify([1, 2, 3].map(() => ({ upTo: '5', unit: '1', flat: '' }))),
    },
  ],
])('describes no price: %j', (values) => {
  expect(readPricing(values, 'USD')).toBeUndefined();
});

it('sends what the API takes', () => {
  const price = readPricing({ pricing: 'volume', tiers }, 'USD');
  expect(price && toPriceMembers(price)).toEqual({
    ...{ billing_scheme: 'tiered', tiers_mode: 'volume' },
    tiers: [
      { up_to: 5, unit_amount_decimal: '700', flat_amount_decimal: '0' },
      { up_to: 'inf', unit_amount_decimal: '600.5', flat_amount_decimal: '1000' },
    ],
  });
});
