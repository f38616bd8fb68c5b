import { newId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { toCurrency } from '../../plans/model.ts';
import type { Invoice } from '../model.ts';
import { renderInvoice } from './render.ts';

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
  attemptCount: 0,
  reminderCount: 0,
  failureReason: null,
  dueAt: Date.UTC(2026, 0, 4),
  dueDays: null,
  memo: null,
  sentAt: null,
  outsideReference: null,
  credited: 0n,
  creditedOwed: 0n,
  payment: null,
  paymentState: 'none',
  isPaidEarly: false,
  transactionId: null,
  finalizedAt: Date.UTC(2026, 0, 1),
  paidAt: null,
  createdAt: 0,
  updatedAt: 0,
};
const seller = {
  id: invoice.sellerId,
  name: 'Blumenhaus Ada',
  currency: toCurrency('EUR'),
  timezone: 'UTC',
  isClosed: false,
} as const;

it.each([
  ['en', 'Invoice 7', 'January 1 – February 1, 2026', '€1,234.56', '<dd>open</dd>'],
  ['de', 'Rechnung 7', '1. Januar – 1. Februar 2026', '1.234,56\u00a0€', '<dd>offen</dd>'],
  ['fr', 'Facture 7', '1 janvier – 1 février 2026', '1\u202f234,56\u00a0€', '<dd>à payer</dd>'],
  ['es', 'Factura 7', '1 de enero – 1 de febrero de 2026', '1234,56\u00a0€', '<dd>pendiente</dd>'],
])('writes an invoice by the language of its seller: %s', (language, title, ...parts) => {
  const { text, headers } = renderInvoice(invoice, { ...seller, language }, 'ja');
  expect(headers['Content-Language']).toBe(language);
  expect(text).toContain(`<h1>${title}</h1>`);
  // Whichever spaces the language has around a dash.
  const shown = text.replaceAll('\u2009', ' ');
  for (const part of parts) expect(shown).toContain(part);
});

it('writes it by the browser’s where the seller’s is not spoken, or nobody knows the seller', () => {
  const ofJapan = renderInvoice(invoice, { ...seller, language: 'ja' }, 'fr;q=0.5');
  expect(ofJapan.text).toContain('<h1>Facture 7</h1>');
  const ofAnybody = renderInvoice(invoice, { ...seller, language: undefined }, 'es');
  expect(ofAnybody.text).toContain('<h1>Factura 7</h1>');
  expect(renderInvoice(invoice, undefined, 'de').text).toContain('<h1>Rechnung 7</h1>');
});
