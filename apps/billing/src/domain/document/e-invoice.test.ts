import type { LineTax } from '@florin/tax';
import { expect, it } from 'vitest';
import { toEInvoice } from './e-invoice.ts';
import type { DocumentLine, SalesDocument } from './model.ts';

const address = { line1: 'Weg 1', line2: null, postal_code: '1', city: 'B', region: null };

const taxOf = (change: Partial<LineTax>): LineTax => ({
  ...{ name: 'USt.', percentage: '20', category: 'S', country: 'AT', region: null },
  ...{ amount: 0n, taxable: 0n },
  ...change,
});

const lineOf = (net: bigint, tax: LineTax): DocumentLine =>
  ({
    type: 'plan',
    name: 'Pro',
    net,
    quantity: 1,
    unitAmount: net,
    span: null,
    taxes: [tax],
  }) as unknown as DocumentLine;

it('has one breakdown for each category and rate, even if the tax has two names or countries', () => {
  const sold = taxOf({ amount: 500n, taxable: 2_500n });
  const unused = taxOf({ name: 'TVA', country: 'FR', amount: -200n, taxable: -999n });
  const reduced = taxOf({ percentage: '10', amount: 10n, taxable: 100n });
  const document = {
    ...{ kind: 'invoice', id: 'in_1', number: '1', ofInvoice: null, status: 'paid' },
    ...{ currency: 'EUR', timezone: 'UTC', issuedAt: 0, dueAt: null, paidAt: 0 },
    seller: {
      ...{ name: 'Ada', address: { ...address, country: 'DE' } },
      taxIds: [{ type: 'vat', value: 'DE136695976' }],
    },
    buyer: {
      ...{ address: { ...address, country: 'AT' }, taxIds: [], name: 'Bo' },
      ...{ poNumber: 'PO-7', buyerReference: '04011000-12345-03' },
    },
    ...{ buyerReference: 'cus_1', memo: null, notes: [], credits: [] },
    lines: [lineOf(2_500n, sold), lineOf(-999n, unused), lineOf(100n, reduced)],
    ...{ net: 1_601n, taxes: [sold, unused, reduced], gross: 1_911n, due: 0n },
  } as unknown as SalesDocument;
  const { ubl } = toEInvoice(document) ?? {};
  expect(ubl).toMatchObject({
    'ubl:Invoice': {
      'cbc:BuyerReference': '04011000-12345-03',
      'cac:OrderReference': { 'cbc:ID': 'PO-7' },
      'cac:TaxTotal': [
        {
          'cbc:TaxAmount': '3.10',
          'cac:TaxSubtotal': [
            { 'cbc:TaxableAmount': '15.01', 'cbc:TaxAmount': '3.00' },
            { 'cbc:TaxableAmount': '1.00', 'cbc:TaxAmount': '0.10' },
          ],
        },
      ],
    },
  });
});
