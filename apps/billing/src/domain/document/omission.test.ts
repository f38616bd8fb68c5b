import type { LineTax } from '@florin/tax';
import { expect, it } from 'vitest';
import type { DocumentLine, SalesDocument } from './model.ts';
import { eInvoiceOmission } from './omission.ts';

const address = { line1: 'Weg 1', line2: null, postal_code: '1', city: 'B', region: null };
const seller = {
  ...{ name: 'Ada', address: { ...address, country: 'DE' } },
  taxIds: [{ type: 'vat', value: 'DE136695976' }],
} as unknown as SalesDocument['seller'];

const lineOf = (...categories: readonly LineTax['category'][]) =>
  ({ taxes: categories.map((category) => ({ category })) }) as unknown as DocumentLine;

const buyer = { address: { ...address, country: 'FR' } } as unknown as SalesDocument['buyer'];

const sold = { seller, buyer, lines: [lineOf('S')], currency: 'EUR' } as const;

it.each([
  ['one tax a line', sold, null],
  ['several rates', { ...sold, lines: [lineOf('S'), lineOf('Z'), lineOf('S')] }, null],
  ['all outside the scope', { ...sold, lines: [lineOf('O'), lineOf('O')] }, null],
  ['some outside the scope', { ...sold, lines: [lineOf('O'), lineOf('G')] }, 'mixed_outside_scope'],
  ['two taxes on a line', { ...sold, lines: [lineOf('S', 'S')] }, 'several_taxes'],
  ['a line without a tax', { ...sold, lines: [lineOf('S'), lineOf()] }, 'untaxed_line'],
  ['no lines', { ...sold, lines: [] }, 'untaxed_line'],
  ['three decimals', { ...sold, currency: 'KWD' }, 'currency_decimals'],
  ['no address', { ...sold, seller: { ...seller, address: null } }, 'no_seller_address'],
  [
    'a buyer without an address',
    { ...sold, buyer: { ...buyer, address: null } },
    'no_buyer_address',
  ],
  ['no buyer', { ...sold, buyer: null }, 'no_buyer_address'],
  ['no VAT ID', { ...sold, seller: { ...seller, taxIds: [] } }, 'no_seller_vat_id'],
] as const)('%s', (_what, document, reason) => {
  expect(eInvoiceOmission(document as unknown as SalesDocument)).toBe(reason);
});
