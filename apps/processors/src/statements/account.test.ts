import { expect, it } from 'vitest';
import { refusalOfAccount } from './account.ts';

const ours = { iban: 'DE89370400440532013000' };

it.each([
  ['DE89370400440532013000', 'EUR'],
  ['de89 3704 0044 0532 0130 00', 'eur'],
  ['37040044/0532013000', 'EUR'],
  ['370400440532013000', null],
])('accepts a statement of the account in any notation: %s %s', (account, currency) => {
  expect(refusalOfAccount({ account, currency }, ours)).toBeUndefined();
});

it.each([
  ['DE02120300000000202051', 'EUR', 'is for bank account DE02120300000000202051'],
  // The same number at another bank, and a part of ours.
  ['DE12500105170532013000', 'EUR', 'is for bank account'],
  ['0532013000', 'EUR', 'is for bank account'],
  ['DE8937040044053201300', 'EUR', 'is for bank account'],
  [null, 'EUR', 'names no bank account'],
  [' ', null, 'names no bank account'],
  ['DE89370400440532013000', 'CHF', 'is in CHF, but customers transfer EUR'],
])('refuses any other account: %s %s', (account, currency, message) => {
  const refusal = refusalOfAccount({ account, currency }, ours);
  expect(refusal).toContain(message);
  expect(refusal).toContain('BANK_TRANSFER_IBAN');
});
