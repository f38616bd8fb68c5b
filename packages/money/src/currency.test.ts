import { describe, expect, it } from 'vitest';
import { exponentOf, parseCurrency } from './currency.ts';

describe('parseCurrency', () => {
  it.each(['usd', 'USD', 'Usd'])('reads %s as USD', (text) => {
    expect(parseCurrency(text)).toBe('USD');
  });

  it.each(['', 'US', 'USDX', 'XXX', 'DEM', 'BGN', 'ANG', 'ſgd', ' USD', 'USD\n', '__proto__'])(
    'rejects %j',
    (text) => {
      expect(parseCurrency(text)).toBeUndefined();
    },
  );
});

describe('exponentOf', () => {
  it.each([
    ['USD', 2],
    ['JPY', 0],
    ['KWD', 3],
  ])('%s has %i decimals', (code, decimals) => {
    const currency = parseCurrency(code);
    expect(currency && exponentOf(currency)).toBe(decimals);
  });
});
