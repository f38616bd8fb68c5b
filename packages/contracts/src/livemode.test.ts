import { validate, version } from 'uuid';
import { expect, it } from 'vitest';
import { parsePublicId, toPublicId } from './ids.ts';
import { isLive, livemodeOf, newAccountId } from './livemode.ts';

it.each([true, false])('says in the id whether an account is live: %s', (livemode) => {
  const id = newAccountId(livemode);
  expect(validate(id)).toBe(true);
  expect(version(id)).toBe(livemode ? 8 : 7);
  expect(isLive(id)).toBe(livemode);
  const shown = toPublicId('account', id);
  expect(parsePublicId('account', shown)).toBe(id);
  expect(livemodeOf(id)).toBe(livemode);
});

it('orders live and test accounts by when they were opened', async () => {
  const live = newAccountId(true);
  await new Promise((resolve) => setTimeout(resolve, 2));
  const test = newAccountId(false);
  expect([test, live].toSorted()).toEqual([live, test]);
});

it('knows neither mode where there is no account', () => {
  expect(livemodeOf(null)).toBeNull();
});
