import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandRules, lengthsOf, ruleOf } from './brands.ts';
import { findCodeFault, findNumberFault, isLuhnValid, readNumber, summarize } from './number.ts';

describe('a card number', () => {
  it.each([
    ['4242424242424242', 'visa'],
    ['4222222222222', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
    ['3566002020360505', 'jcb'],
    ['3056930009020004', 'diners'],
    ['36227206271667', 'diners'],
    ['6200000000000005', 'unionpay'],
    ['9999999999999995', 'unknown'],
  ])('%s is a %s number, stored as its brand and last four digits', (number, brand) => {
    expect(findNumberFault(number)).toBeUndefined();
    expect(summarize(number)).toEqual({ brand, last4: number.slice(-4) });
  });

  it.each([
    ['', 'digits'],
    ['42424242424', 'digits'],
    ['42424242424242424242', 'digits'],
    ['4242x42424242424', 'digits'],
    ['٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', 'digits'],
    ['424242424242424', 'length'],
    ['37828224631000', 'length'],
    ['55555555555544440', 'length'],
    ['4242424242424241', 'check'],
    ['378282246310006', 'check'],
    ['9999999999999999', 'check'],
  ])('%j is refused: %s', (number, fault) => {
    expect(findNumberFault(number)).toBe(fault);
  });

  it('may contain spaces and hyphens', () => {
    expect(readNumber(' 4242-4242\u00a04242 4242\n')).toBe('4242424242424242');
  });
});

/** Numbers of known and unknown brands with a valid check digit. */
const numbers = fc
  .tuple(fc.constantFrom('4', '51', '2720', '34', '6011', '3528', '300', '9'), fc.nat(7))
  .chain(([begin, index]) => {
    const lengths = lengthsOf(begin);
    const length = lengths[index % lengths.length] ?? 16;
    const digit = fc.integer({ min: 0, max: 9 });
    const count = length - begin.length - 1;
    return fc
      .array(digit, { minLength: count, maxLength: count })
      .map((digits) => withCheckDigit(begin + digits.join('')));
  });

function withCheckDigit(digits: string): string {
  const all = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`);
  const [right = '', ...more] = all.filter(isLuhnValid);
  expect(more).toEqual([]);
  return right;
}

describe('the check digit', () => {
  it('accepts exactly one of ten digits', () => {
    fc.assert(fc.property(numbers, (number) => findNumberFault(number) === undefined));
  });

  it('detects every mistyped digit', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, place, change) => {
        const at = place % number.length;
        const digit = (Number(number[at]) + change) % 10;
        expect(isLuhnValid(number.slice(0, at) + digit + number.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('detects swapped neighbors, except 0 and 9', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), (number, place) => {
        const at = place % (number.length - 1);
        const [left = '', right = ''] = number.slice(at, at + 2);
        fc.pre(left !== right && `${left}${right}` !== '09' && `${left}${right}` !== '90');
        expect(isLuhnValid(number.slice(0, at) + right + left + number.slice(at + 2))).toBe(false);
      }),
    );
  });
});

describe('the ranges of brands', () => {
  it('do not overlap', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 19 });
    fc.assert(
      fc.property(digits, (all) => {
        const fits = brandRules.filter(({ begins }) => new RegExp(begins).test(all.join('')));
        expect(fits.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are known after at most six digits', () => {
    fc.assert(fc.property(numbers, (number) => ruleOf(number.slice(0, 6)) === ruleOf(number)));
  });
});

describe('a security code', () => {
  it.each([
    ['123', '4242424242424242', undefined],
    ['1234', '378282246310005', undefined],
    ['123', '9999999999999995', undefined],
    ['1234', '', undefined],
    ['1234', '4242424242424242', 'code_of_3'],
    ['12', '5555555555554444', 'code_of_3'],
    ['123', '378282246310005', 'code_of_4'],
    ['12345', '9999999999999995', 'code'],
    ['abc', '', 'code'],
  ])('%s of %s: %s', (code, number, fault) => {
    expect(findCodeFault(code, number)).toBe(fault);
  });
});
