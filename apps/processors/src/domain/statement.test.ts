import type { BankEntry } from '@florin/bank-statements';
import { creditorReferenceOf } from '@florin/bank-statements';
import { newId } from '@florin/contracts';
import { parseCurrency } from '@florin/money';
import { expect, it } from 'vitest';
import { referencesOf } from '../statements/read.ts';
import type { BankOrder } from './bank-order.ts';
import { matchEntry } from './statement.ts';

const EUR = parseCurrency('EUR') ?? expect.unreachable();
const USD = parseCurrency('USD') ?? expect.unreachable();
const reference = creditorReferenceOf('order 7');
const grouped = reference.replaceAll(/(.{4})/g, '$1 ').toLowerCase();
const order: BankOrder = {
  id: newId(),
  account_id: newId(),
  reference,
  amount: 1_230n,
  currency: EUR,
  status: 'waiting',
};
const entry: BankEntry = {
  entryReference: 'entry 1',
  equalBefore: null,
  bookingDate: '2026-11-20',
  amountMinor: 1_230n,
  currency: EUR,
  creditDebit: 'credit',
  isReversal: false,
  remittance: { structured: null, unstructured: null },
  endToEndId: null,
  counterparty: { name: null, iban: null },
};
const named = (text: string) => ({
  ...entry,
  remittance: { structured: null, unstructured: text },
});

it.each([
  ['as is', named(reference)],
  ['in groups, in lower case, among words', named(`Invoice 7, ref. ${grouped} thanks`)],
  ['after other letters', named(`XRF${reference}`)],
  ['twice', named(`${reference} ${reference}`)],
  ['as a reference', { ...entry, remittance: { structured: reference, unstructured: 'Order 7' } }],
  ['as the end-to-end id', { ...entry, endToEndId: reference }],
])('a reference is found %s', (_, each) => {
  expect(referencesOf(each)).toEqual([reference]);
});

it('ignores a mistyped reference', () => {
  const at = reference.length - 1;
  const other = reference.at(at) === 'A' ? 'B' : 'A';
  expect(referencesOf(named(reference.slice(0, at) + other))).toEqual([]);
});

const known = named(reference);

it.each([
  ['pays its order', known, [order], { status: 'matched', order }],
  ['has no reference', entry, [], { status: 'unmatched', reason: 'no_reference' }],
  ['has an unknown reference', known, [], { status: 'unmatched', reason: 'unknown_reference' }],
  [
    'has two references',
    known,
    [order, order],
    { status: 'unmatched', reason: 'several_references' },
  ],
  [
    'is one cent too low',
    { ...known, amountMinor: 1_229n },
    [order],
    { status: 'unmatched', reason: 'other_amount' },
  ],
  [
    'is in another currency',
    { ...known, currency: USD },
    [order],
    { status: 'unmatched', reason: 'other_currency' },
  ],
  [
    'pays a second time',
    known,
    [{ ...order, status: 'paid' as const }],
    { status: 'unmatched', reason: 'paid_before' },
  ],
  [
    'pays a canceled order',
    known,
    [{ ...order, status: 'canceled' as const }],
    { status: 'unmatched', reason: 'canceled' },
  ],
  [
    'is a reversal',
    { ...known, isReversal: true },
    [order],
    { status: 'unmatched', reason: 'reversal' },
  ],
  ['is outgoing', { ...known, creditDebit: 'debit' as const }, [order], { status: 'outgoing' }],
])('money that %s', (_, each, orders, match) => {
  expect(matchEntry(each, referencesOf(each), orders)).toEqual(match);
});
