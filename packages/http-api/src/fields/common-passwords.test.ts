import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { passwordField } from './fields.ts';

it.each(['password', 'PassWord', '12345678', 'qwertyuiop', 'ｐａｓｓｗｏｒｄ'])(
  'very many people have %s',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

it.each(['correct horse battery', 'florin-admin-pass', 'Ein-langer-Satz-9'])(
  'few have %s',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

it('a common one is refused only where that is asked for', () => {
  const strict = passwordField({ passwordLengthMin: 8, refusesCommonPasswords: true });
  expect(strict.safeParse('password1').error?.issues[0]?.message).toContain('too many people');
  expect(strict.safeParse('correct horse battery').success).toBe(true);
  expect(passwordField({ passwordLengthMin: 8 }).safeParse('password1').success).toBe(true);
});
