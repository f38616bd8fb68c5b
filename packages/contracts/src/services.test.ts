import { expect, it } from 'vitest';
import { ownerOf } from './services.ts';

it.each([
  ['/v1/account', 'accounts'],
  ['/v1/account/balance', 'ledger'],
  ['/v1/accounts/{id}', 'accounts'],
  ['/v1/accounts/{id}/balance', 'ledger'],
  ['/v1/accounts/{account_id}/balance', 'ledger'],
  ['/v1/transactions/{transaction_id}/capture', 'ledger'],
  ['/v1/auth/login', 'identity'],
  ['/v1/audit_log', 'webhooks'],
  ['/v1/audit_log/export', 'webhooks'],
  ['/v1/accountsx', undefined],
  ['/v2/accounts', undefined],
  ['/', undefined],
])('%s belongs to %s', (template, owner) => {
  expect(ownerOf(template)).toBe(owner);
});
