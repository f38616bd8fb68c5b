import { expect, it } from 'vitest';
import { modeLines } from './mode-lines.ts';

it('lists the rules of each mode', () => {
  expect(modeLines('development', {})).toContain('test cards pay and no money moves');
  expect(modeLines('development', {})).toContain('owners credit their own accounts');
  expect(modeLines('development', {})).toContain('mail arrives at /dev/mail');
  expect(modeLines('production', {})).toContain('no mail is sent');
  expect(modeLines('production', {})).toContain('no card is charged');
  expect(modeLines('production', {})).toContain('only the administrator records credits');
  expect(modeLines('production', {})).toContain('only administrators open accounts');
  expect(modeLines('development', {})).toContain('anyone can open an account');
});

it("shows explicit settings instead of the mode's defaults", () => {
  const given = { FLORIN_TEST_PROCESSOR: 'allow', FLORIN_SIGN_UP: 'on', SMTP_URL: 'smtp://a' };
  const lines = modeLines('production', given);
  expect(lines).toContain('test cards pay and no money moves (FLORIN_TEST_PROCESSOR=allow)');
  expect(lines).toContain('anyone can open an account (FLORIN_SIGN_UP=on)');
  expect(lines).toContain('mail is sent (SMTP_URL)');
  expect(lines).not.toContain('no card is charged');
});
