import { expect, it } from 'vitest';
import { harmless, toHarmlessJson } from './harmless.ts';

it.each([
  ['a title of a window', '\u001B]0;pwned\u0007', '\\u001b]0;pwned\\u0007'],
  ['a command of one character (C1)', '\u009B2J', '\\u009b2J'],
  ['another line', 'a\nflorin  paid', 'a\\u000aflorin  paid'],
  ['the line turned around', 'abc\u202Efdp.exe', 'abc\\u202efdp.exe'],
  ['invisible characters', 'pay\u200Bpal', 'pay\\u200bpal'],
])('shows %s by its code', (_what, text, shown) => {
  expect(harmless(text)).toBe(shown);
});

it('keeps letters of any language', () => {
  expect(harmless('Zoë 李 Ödön 👋 ñ')).toBe('Zoë 李 Ödön 👋 ñ');
});

it('is JSON with the same meaning', () => {
  const value = { name: '\u009B2J\u202E\n', list: [1, { a: null }] };
  const text = toHarmlessJson(value, 2);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toContain('\\u009b2J\\u202e\\n');
  expect(text.split('\n')).toHaveLength(9);
});
