import { expect, it } from 'vitest';
import { readSeen, showSeen } from './consistency.ts';

it('is parsed as it is formatted', () => {
  const shown = 'ledger=16/B374D848 billing=0/99';
  expect(showSeen(readSeen(shown) ?? new Map())).toBe(shown);
});

it('starts as `now`, and is undefined without the header', () => {
  expect(readSeen('now')).toEqual(new Map());
  expect(showSeen(new Map())).toBe('now');
  expect(readSeen(undefined)).toBeUndefined();
});

it('combines several responses into the latest position per service, in any order', () => {
  const seen = readSeen('ledger=0/A, now, ledger=1/0 billing=0/3,ledger=0/FFFFFFFF');
  expect(seen).toEqual(
    new Map([
      ['ledger', 0x1_0000_0000n],
      ['billing', 3n],
    ]),
  );
});

it.each(['', 'ledger', 'ledger=', 'ledger=5', 'nobody=0/1', 'ledger=0/123456789', 'ledger=0/x'])(
  'lists the accepted values for %j',
  (header) => {
    expect(() => readSeen(header)).toThrow('Florin-Consistency takes now, or what earlier answers');
  },
);
