import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { formatMoney } from '../core/format.ts';
import { mayWrite } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import { afterwards } from './billing.ts';
import { asPage, columns, defineKind } from './kind.ts';

type Invoice = Result<'get', '/v1/invoices/{invoice_id}'>;
type CreditNote = Result<'get', '/v1/credit_notes/{credit_note_id}'>;

const owed = ({ amount_remaining: amount, currency }: Invoice) => formatMoney(amount, currency);

export const invoices = defineKind<Invoice>({
  name: 'invoice',
  screen: 'invoices',
  prefix: 'inv',
  list: (query) => florin.get('/v1/invoices', { query }),
  get: (id) => florin.get('/v1/invoices/{invoice_id}', { path: { invoice_id: id } }),
  apiPath: (id) => `/v1/invoices/${id}`,
  titleOf: (invoice) => invoice.document_number ?? invoice.id,
  columns: columns<Invoice>(
    ...(['document_number', 'total', 'status', 'customer_id', 'due_at', 'created_at'] as const),
  ),
  filters: { status: ['draft', 'open', 'paid', 'void', 'uncollectible'] },
  related: [
    {
      screen: 'credit_notes',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/credit_notes', { query: { invoice_id: id } })),
    },
  ],
  files: [
    { label: 'documentPage', path: ({ id }) => `/v1/invoices/${id}/page` },
    { label: 'documentPdf', path: ({ id }) => `/v1/invoices/${id}/pdf` },
  ],
  actions: [
    {
      label: 'doFinalize',
      isOpen: ({ status }, session) => status === 'draft' && mayWrite(session),
      say: (invoice) => fill(texts().sayFinalize, { amount: owed(invoice) }),
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/invoices/{invoice_id}/finalize', {
          path: { invoice_id: id },
          body: {},
          idempotencyKey,
        }),
      touches: afterwards,
    },
    {
      label: 'doSend',
      isOpen: ({ status }, session) => status === 'open' && mayWrite(session),
      say: () => texts().saySend,
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/invoices/{invoice_id}/send', {
          path: { invoice_id: id },
          body: {},
          idempotencyKey,
        }),
      touches: afterwards,
    },
    {
      label: 'doMarkPaid',
      isOpen: ({ status }, session) => status === 'open' && mayWrite(session),
      fields: [{ name: 'reference', label: 'reference', type: 'text', isOptional: true }],
      say: (invoice) => fill(texts().sayMarkPaid, { amount: owed(invoice) }),
      run: ({ id }, { reference }, idempotencyKey) =>
        florin.post('/v1/invoices/{invoice_id}/mark_paid', {
          path: { invoice_id: id },
          body: reference ? { reference } : {},
          idempotencyKey,
        }),
      touches: afterwards,
    },
    {
      label: 'doVoid',
      isOpen: ({ status }, session) => status === 'open' && mayWrite(session),
      say: (invoice) => fill(texts().sayVoid, { amount: owed(invoice) }),
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/invoices/{invoice_id}/void', {
          path: { invoice_id: id },
          body: {},
          idempotencyKey,
        }),
      touches: afterwards,
      isDangerous: true,
    },
  ],
});

export const creditNotes = defineKind<CreditNote>({
  name: 'credit_note',
  screen: 'credit_notes',
  prefix: 'cn',
  list: (query) => florin.get('/v1/credit_notes', { query }),
  get: (id) => florin.get('/v1/credit_notes/{credit_note_id}', { path: { credit_note_id: id } }),
  apiPath: (id) => `/v1/credit_notes/${id}`,
  titleOf: ({ document_number }) => document_number,
  columns: columns<CreditNote>('document_number', 'total', 'reason', 'invoice_id', 'created_at'),
  files: [
    { label: 'documentPage', path: ({ id }) => `/v1/credit_notes/${id}/page` },
    { label: 'documentPdf', path: ({ id }) => `/v1/credit_notes/${id}/pdf` },
  ],
});
