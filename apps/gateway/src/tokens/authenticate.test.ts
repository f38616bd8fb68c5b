import { AppError } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { readBearerToken } from './authenticate.ts';

describe('readBearerToken', () => {
  it('returns undefined without a header', () => {
    expect(readBearerToken(undefined)).toBeUndefined();
  });

  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER abc', 'abc'],
    ['Bearer   a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
  ])('reads %j', (header, token) => {
    expect(readBearerToken([header])).toBe(token);
  });

  it.each([
    [['']],
    [['Bearer']],
    [['Bearer ']],
    [['Bearerabc']],
    [['abc']],
    [['Basic dTpw']],
    [['Bearer a b']],
    [['Bearer a,b']],
    [['Bearer a, Bearer b']],
    [['Bearer =abc']],
    [['Bearer \u00e4']],
    [[`Bearer ${'a'.repeat(4_097)}`]],
    [['Bearer abc', 'Bearer abc']],
    [['', 'Bearer abc']],
  ])('refuses %j', (headers) => {
    expect(() => readBearerToken(headers)).toThrow(AppError);
  });
});
