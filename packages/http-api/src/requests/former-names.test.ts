import { expect, it } from 'vitest';
import { formerNameHeaders, toPresentNames } from './former-names.ts';

const names = {
  refund_of: 'refund_of_id',
  'settings.return_urls': 'return_urls',
  'transactions.*.refund_of': 'transactions.*.refund_of_id',
};

it.each<[string, unknown, unknown]>([
  ['a name', { refund_of: 'a', amount: 1 }, { refund_of_id: 'a', amount: 1 }],
  ['both, the same', { refund_of: ['a'], refund_of_id: ['a'] }, { refund_of_id: ['a'] }],
  ['a null', { refund_of: null }, { refund_of_id: null }],
  [
    'a member that has moved',
    { settings: { return_urls: ['a'], language: 'en' } },
    { settings: { language: 'en' }, return_urls: ['a'] },
  ],
  [
    'members of a list',
    { transactions: [{ refund_of: 'a' }, 7, { amount: 1 }] },
    { transactions: [{ refund_of_id: 'a' }, 7, { amount: 1 }] },
  ],
])('replaces deprecated names by current ones: %s', (_what, sent, value) => {
  expect(toPresentNames(names, sent)).toEqual({ value, isFormer: true });
});

it.each([
  [{ refund_of_id: 'a', settings: { language: 'en' }, transactions: [{ amount: 1 }] }],
  [{ settings: null, transactions: 'all' }],
  [{ settings: ['return_urls'] }],
  [[{ refund_of: 'a' }]],
  ['refund_of'],
  [null],
  [undefined],
])('does not change %j', (sent) => {
  const { value, isFormer } = toPresentNames(names, sent);
  expect([value === sent, isFormer]).toEqual([true, false]);
});

it.each<[object, string]>([
  [{ refund_of: 'a', refund_of_id: 'b' }, 'refund_of: is the former name of refund_of_id'],
  [{ settings: { return_urls: [] }, return_urls: ['a'] }, 'settings.return_urls: is the former'],
])('refuses both names with different values: %j', (sent, message) => {
  expect(() => toPresentNames(names, sent)).toThrow(message);
});

it('announces the removal at least six months ahead', () => {
  const { Deprecation, Sunset } = formerNameHeaders;
  expect(Deprecation).toMatch(/^@\d{10}$/);
  const months = (Date.parse(Sunset) - Number(Deprecation.slice(1)) * 1_000) / 86_400_000 / 30.5;
  expect(months).toBeGreaterThanOrEqual(6);
});
