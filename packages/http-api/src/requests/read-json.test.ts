import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from './read-json.ts';

const refused = (message: string) => expect.objectContaining({ code: 'invalid_request', message });
const changed = 'is a number that JSON cannot represent exactly; send it as a string';

describe('a number', () => {
  it.each([
    '9007199254740991',
    '-9007199254740991',
    '1e2',
    '1E+2',
    '1e21',
    '6.02214076e23',
    '1.7976931348623157e308',
    '5e-324',
    '0.1',
    '0.30000000000000004',
    // 0.1 as written by programs that print seventeen digits.
    '0.10000000000000001',
    '1.500000000000000000000',
    '-0',
    '0.0',
    '0e99',
  ])('is read as %s', (number) => {
    expect(readJson(`{"a":[${number}]}`)).toEqual({ a: [Number(number)] });
  });

  it.each([
    '9007199254740992',
    '9007199254740993',
    '-9007199254740993',
    '9007199254740993.0',
    '123456789012345678901234567890',
    '12345678901234567e1',
    '3.14159265358979323846',
    '0.12345678901234567',
    '1e400',
    '-1e400',
    '1e-400',
    '1e99999999999999999999',
  ])('is refused as %s at any position', (number) => {
    for (const [json, path] of [
      [number, 'the body'],
      [`[${number}]`, 'the body'],
      [`{"amount":${number}}`, 'amount'],
      [`{"b":{"c":1},"metadata" : {"a": [1, {"big": [${number}]}]}}`, 'metadata.a.big'],
      [`{"\\u0061\\"b": ${number}}`, 'a"b'],
    ])
      expect(() => readJson(json ?? '')).toThrow(refused(`${path}: ${changed}`));
  });

  it('never changes, in any spelling that programs write', () => {
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger(),
    );
    fc.assert(
      fc.property(numbers, (number) => {
        for (const text of [JSON.stringify(number), number.toExponential()])
          if (!/^-?\d{16,}$/.test(text)) expect(readJson(text)).toBe(Number(text));
      }),
    );
  });

  it('is not detected within texts', () => {
    const texts = { a: '9007199254740993', '1e400': ['\\"', '{"a":1e400}', '1e400":'] };
    expect(readJson(JSON.stringify(texts))).toEqual(texts);
  });
});

describe('a name', () => {
  it.each([
    ['{"amount":1,"amount":1000}', 'amount'],
    ['{"a":{"b":1, "\\u0062" :2}}', 'a.b'],
    ['[{"a":1},{"a":1,"c":[{"d":1}],"a":1}]', 'a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"":1,"":2}', 'the body'],
    [`{"${'x'.repeat(500)}":1,"${'x'.repeat(500)}":2}`, `${'x'.repeat(60)}…`],
  ])('must be unique in an object: %s', (json, path) => {
    expect(() => readJson(json)).toThrow(refused(`${path}: was sent more than once`));
  });

  it('may occur in several objects', () => {
    const value = { a: { a: [{ a: 1 }, { a: 1 }] }, b: { a: 1 } };
    expect(readJson(JSON.stringify(value))).toEqual(value);
  });
});

it('takes milliseconds for the largest body', () => {
  const filled = (one: string) => `[${Array(Math.floor(100_000 / (one.length + 1))).fill(one)}]`;
  const bodies = [
    ...['1e1', '0.1000000000000000', '{"a":1}', '""', '"\\u0000"', '-0'].map(filled),
    `[1.${'0'.repeat(99_000)}e1]`,
    JSON.stringify('\\'.repeat(50_000)),
  ];
  for (const body of bodies) {
    const began = process.cpuUsage().user;
    readJson(body);
    expect(process.cpuUsage().user - began, body.slice(0, 40)).toBeLessThan(200_000);
  }
  const began = process.cpuUsage().user;
  expect(() => readJson(`[1.${'0'.repeat(99_000)}1]`)).toThrow();
  expect(process.cpuUsage().user - began).toBeLessThan(200_000);
});

it('parses everything else like JSON.parse, at any depth', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      fc.pre(!/\d{16}/.test(json));
      expect(readJson(json)).toEqual(JSON.parse(json));
    }),
  );
  const deep = `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`;
  expect(readJson(deep)).toBeTypeOf('object');
  expect(() => readJson('{"a":1,}')).toThrow(SyntaxError);
});
