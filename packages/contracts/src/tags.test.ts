import { expect, it } from 'vitest';
import { tagOf, tags } from './tags.ts';

it('puts an operation where its longest beginning says', () => {
  expect(
    [
      '/v1/payments',
      '/v1/payments/{payment_id}/refund',
      '/v1/payments/{payment_id}/attempts',
      '/v1/account',
      '/v1/account/users/{user_id}',
      '/v1/accounts/{account_id}/balance',
      '/pay/{token}',
    ].map((path) => tagOf(path).name),
  ).toEqual(['Payments', 'Refunds', 'Payments', 'Accounts', 'Team', 'Balances', 'Pages']);
});

it('says each name and each path once', () => {
  const said = tags.flatMap(({ name, paths }) => [name, ...paths]);
  expect(new Set(said).size).toBe(said.length);
});
