import { newId } from '@florin/contracts';
import { expect, it, vi } from 'vitest';
import { noStanding } from '../../../domain/books/model.ts';
import { toCurrency } from '../../../domain/currency.ts';
import { type Fallback, invoiceDocument } from '../../../domain/document/model.ts';
import type { Invoice } from '../../../domain/invoice/model.ts';
import { taxedLines } from '../../../domain/tax/charges.ts';
import { renderPage } from './render.ts';

const line: Invoice['lines'][number] = {
  type: 'period',
  planId: 'gold',
  quantity: 2,
  unitAmount: 61_728n,
  amount: 123_456n,
  startAt: Date.UTC(2026, 0, 1),
  endAt: Date.UTC(2026, 1, 1),
  remainingSeconds: null,
  periodSeconds: null,
};
const invoice: Invoice = {
  id: newId(),
  version: 1,
  sellerId: newId(),
  payerAccountId: null,
  customerId: newId(),
  customerReference: 'عميل ٧',
  subscriptionId: newId(),
  cause: 'period:1',
  number: 7n,
  documentNumber: '7',
  parties: null,
  status: 'open',
  amount: 123_456n,
  currency: toCurrency('EUR'),
  lines: [line],
  discounts: [],
  attemptCount: 0,
  reminderCount: 0,
  failureReason: null,
  declineCode: null,
  dueAt: Date.UTC(2026, 0, 4),
  dueDays: null,
  collectionMethod: null,
  memo: null,
  sentAt: null,
  outsideReference: null,
  outsidePayments: [],
  poNumber: null,
  credited: 0n,
  creditedOwed: 0n,
  standing: noStanding,
  bookedVersion: 0,
  payment: null,
  paymentState: 'none',
  isPaidEarly: false,
  transactionId: null,
  finalizedAt: Date.UTC(2026, 0, 1),
  paidAt: null,
  createdAt: 0,
  updatedAt: 0,
};
const ada: Fallback = { name: 'Blumenhaus Ada', timezone: 'UTC' };

const render = (of: Invoice, language: string | undefined, acceptLanguage = 'ja', fallback = ada) =>
  renderPage(invoiceDocument(of, fallback), { language, acceptLanguage, logo: undefined });

it.each([
  ['en', 'Invoice 7', 'January 1 – February 1, 2026', '€1,234.56', '<dd dir="auto">open</dd>'],
  [
    'de',
    'Rechnung 7',
    '1. Januar – 1. Februar 2026',
    '1.234,56\u00a0€',
    '<dd dir="auto">offen</dd>',
  ],
  [
    'fr',
    'Facture 7',
    '1 janvier – 1 février 2026',
    '1\u202f234,56\u00a0€',
    '<dd dir="auto">à payer</dd>',
  ],
  [
    'es',
    'Factura 7',
    '1 de enero – 1 de febrero de 2026',
    '1234,56\u00a0€',
    '<dd dir="auto">pendiente</dd>',
  ],
])('writes an invoice in the language of its seller: %s', (language, title, ...parts) => {
  const { text, headers } = render(invoice, language);
  expect(headers['Content-Language']).toBe(language);
  expect(text).toContain(`<h1>${title}</h1>`);
  // Languages use different spaces around a dash.
  const shown = text.replaceAll('\u2009', ' ');
  for (const part of parts) expect(shown).toContain(part);
});

it('uses the browser’s language if the seller’s is unsupported or unknown', () => {
  expect(render(invoice, 'ja', 'fr;q=0.5').text).toContain('<h1>Facture 7</h1>');
  expect(render(invoice, undefined, 'es').text).toContain('<h1>Factura 7</h1>');
  const unnamed = { name: undefined, timezone: undefined };
  expect(render(invoice, undefined, 'de', unnamed).text).toContain('<h1>Rechnung 7</h1>');
});

const place = { line1: null, line2: null, postal_code: null, city: null, region: null };
const known: Invoice = {
  ...invoice,
  documentNumber: 'INV-2026-00007',
  memo: 'Merci <3',
  parties: {
    seller: {
      legalName: 'Blumenhaus Ada GmbH',
      address: {
        ...place,
        line1: 'Marktplatz 1',
        postal_code: '10178',
        city: 'Berlin',
        country: 'DE',
      },
      taxIds: [{ type: 'vat', value: 'DE136695976' }],
      email: 'ada@shop.example',
      phone: null,
      color: '#0a5c36',
      footer: 'HRB 1\nGeschäftsführerin Ada',
      paymentTermsDays: 14,
      timezone: 'Europe/Berlin',
      chargesTax: true,
      usesOss: false,
      pricesIncludeTax: false,
      taxRounding: 'invoice',
      logoHash: null,
    },
    buyer: {
      ...{ name: 'Bob', company: 'عميل للتجارة', email: null, language: null, currency: null },
      address: {
        ...place,
        line1: '1 Main St',
        postal_code: '94105',
        city: 'San Francisco',
        region: 'CA',
        country: 'US',
      },
      shippingAddress: null,
      taxIds: [],
      exemption: 'none',
    },
  },
  lines: taxedLines(
    [{ ...line, description: 'Gold' }],
    {
      rounding: 'invoice',
      pricesIncludeTax: false,
      decide: () => ({
        treatment: { kind: 'none', why: 'export' },
        rates: [{ name: 'VAT', percentage: '0', category: 'G', country: 'US', region: 'CA' }],
      }),
    },
    toCurrency('EUR'),
  ),
};

it('shows seller and buyer, the purchased lines, and the reason for charging no tax', () => {
  const { text, headers } = render(known, 'en');
  for (const part of [
    '<h1>Invoice INV-2026-00007</h1>',
    'Blumenhaus Ada GmbH',
    '10178 Berlin',
    'Germany',
    'VAT ID: DE136695976',
    'عميل للتجارة',
    'San Francisco, CA 94105',
    'Subscription to <bdi>Gold</bdi>',
    'Export: exempt from VAT.',
    'Merci &lt;3',
    '--brand: #0a5c36',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain(known.customerReference);
  expect(headers['Content-Security-Policy']).not.toContain('unsafe');
});

it('ignores a color that is unreadable on white', () => {
  const { parties } = known;
  const pale = parties && { ...parties, seller: { ...parties.seller, color: '#ffee00' } };
  expect(render({ ...known, parties: pale }, 'en').text).not.toContain('#ffee00');
});

it('shows taxes by rate, and applied credit', () => {
  const lines: Invoice['lines'] = taxedLines(
    [{ ...line, amount: 10_000n }],
    {
      rounding: 'invoice',
      pricesIncludeTax: false,
      decide: () => ({
        treatment: { kind: 'rates', place: { country: 'DE', region: null } },
        rates: [{ name: 'USt.', percentage: '19', category: 'S', country: 'DE', region: null }],
      }),
    },
    toCurrency('EUR'),
  );
  const credit = { ...line, type: 'credit_applied' as const, amount: -900n };
  const { text } = render({ ...known, lines: [...lines, credit], amount: 11_000n }, 'de');
  const shown = text.replaceAll('\u00a0', ' ');
  for (const part of [
    'Netto',
    'USt. 19 %',
    '19,00 €',
    '119,00 €',
    '-9,00 €',
    'Zu zahlen',
    '110,00 €',
  ])
    expect(shown).toContain(part);
});

it('formats the days of 500 lines once if all have the same period', () => {
  const format = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatRange');
  const [first] = invoice.lines;
  if (!first) throw new Error('the invoice has no line');
  const other = { ...first, endAt: Date.UTC(2026, 2, 1) };
  const { text } = render({ ...invoice, lines: [...Array(499).fill(first), other] }, 'en');
  expect(format).toHaveBeenCalledTimes(2);
  format.mockRestore();
  // Languages use different spaces around a dash.
  const shown = text.replaceAll('\u2009', ' ');
  expect(shown.split('January 1 – February 1, 2026')).toHaveLength(500);
  expect(shown.split('January 1 – March 1, 2026')).toHaveLength(2);
});
