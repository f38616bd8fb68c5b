import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { passwordField } from './fields.ts';

it.each(['password', 'PassWord', '12345678', 'qwertyuiop', 'ｐａｓｓｗｏｒｄ'])(
  '%s is common',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

it.each(['correct horse battery', 'florin-admin-pass', 'Ein-langer-Satz-9'])(
  '%s is rare',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

it('is refused only if the rules say so', () => {
  const strict = passwordField({ passwordLengthMin: 8, refusesCommonPasswords: true });
  expect(strict.safeParse('password1').error?.issues[0]?.message).toContain('common password');
  expect(strict.safeParse('correct horse battery').success).toBe(true);
  expect(passwordField({ passwordLengthMin: 8 }).safeParse('password1').success).toBe(true);
});
