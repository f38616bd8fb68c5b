import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { formatMoney, parseMoney, toDecimal } from '../core/format.ts';
import { currencyOf, mayWrite } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import { afterwards } from './billing.ts';
import { asPage, columns, defineKind } from './kind.ts';

type Invoice = Result<'get', '/v1/invoices/{invoice_id}'>;
type CollectionMethod = NonNullable<Invoice['collection_method']>;
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
  filters: {
    status: ['draft', 'open', 'paid', 'void', 'uncollectible'],
    ...{ number: [], customer_email: [] },
  },
  states: [['draft'], ['open'], ['paid', 'void', 'uncollectible']],
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
      say: (invoice) => {
        const isCharged = invoice.collection_method === 'charge_automatically';
        const said = isCharged ? texts().sayFinalizeCharge : texts().sayFinalize;
        return fill(said, { amount: owed(invoice) });
      },
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
      fields: [
        {
          ...{ name: 'amount', label: 'amount', type: 'money' },
          currency: ({ currency }) => currency,
          initial: ({ amount_remaining: rest, currency }) => toDecimal(rest, currency),
        },
        { name: 'reference', label: 'reference', type: 'text', isOptional: true },
      ],
      say: ({ currency, amount_remaining: rest }, { amount = '' }) => {
        const received = parseMoney(amount, currency);
        const said = received > rest ? texts().sayMarkOverpaid : texts().sayMarkPaid;
        const [open, surplus] = [Math.max(rest - received, 0), Math.max(received - rest, 0)];
        return fill(said, {
          amount: formatMoney(received, currency),
          open: formatMoney(open, currency),
          surplus: formatMoney(surplus, currency),
        });
      },
      run: ({ id, currency }, { amount = '', reference }, idempotencyKey) =>
        florin.post('/v1/invoices/{invoice_id}/mark_paid', {
          path: { invoice_id: id },
          body: { amount: parseMoney(amount, currency), ...(reference ? { reference } : {}) },
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
    {
      label: 'doWriteOff',
      isOpen: ({ status }, session) => status === 'open' && mayWrite(session),
      say: (invoice) => fill(texts().sayWriteOff, { amount: owed(invoice) }),
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/invoices/{invoice_id}/write_off', {
          path: { invoice_id: id },
          body: {},
          idempotencyKey,
        }),
      touches: afterwards,
      isDangerous: true,
    },
    {
      label: 'doCredit',
      isOpen: ({ status }, session) => ['open', 'paid'].includes(status) && mayWrite(session),
      fields: [
        {
          ...{ name: 'amount', label: 'amount', type: 'money' },
          currency: ({ currency }) => currency,
        },
        {
          ...{ name: 'reason', label: 'reason', type: 'choice' },
          options: ['other', 'returned', 'discount', 'cancellation', 'duplicate', 'error'],
        },
      ],
      say: ({ currency, document_number: number }, { amount = '' }) =>
        fill(texts().sayCredit, {
          amount: formatMoney(parseMoney(amount, currency), currency),
          number: number ?? '',
        }),
      run: ({ id, currency }, { amount = '', reason }, idempotencyKey) =>
        florin.post('/v1/credit_notes', {
          body: {
            ...{ invoice_id: id, amount: parseMoney(amount, currency) },
            reason: reason as CreditNote['reason'],
          },
          idempotencyKey,
        }),
      touches: [...afterwards, 'credit_note'],
    },
    {
      label: 'doDelete',
      isOpen: ({ status }, session) => status === 'draft' && mayWrite(session),
      say: () => texts().sayDelete,
      run: ({ id }, _values, idempotencyKey) =>
        florin.delete('/v1/invoices/{invoice_id}', { path: { invoice_id: id }, idempotencyKey }),
      touches: afterwards,
      isDangerous: true,
    },
  ],
  creates: [
    {
      label: 'doCreateInvoice',
      isOpen: (_nothing, session) => mayWrite(session) && session.account !== undefined,
      fields: [
        { name: 'customer_id', label: 'customer', type: 'text' },
        { name: 'description', label: 'description', type: 'text' },
        { name: 'quantity', label: 'quantity', type: 'number', initial: () => '1' },
        {
          ...{ name: 'amount', label: 'amount', type: 'money' },
          currency: (_nothing, session) => currencyOf(session),
        },
        {
          ...{ name: 'collection_method', label: 'collectionMethod', type: 'choice' },
          options: ['send_invoice', 'charge_automatically'] satisfies CollectionMethod[],
        },
      ],
      say: (_nothing, { amount = '', quantity = '' }, session) => {
        const currency = currencyOf(session);
        const total = parseMoney(amount, currency) * Number(quantity);
        return fill(texts().sayCreateInvoice, { amount: formatMoney(total, currency) });
      },
      run: (_nothing, values, idempotencyKey, session) => {
        const { customer_id = '', description = '', quantity, amount = '' } = values;
        const collection_method = values.collection_method as CollectionMethod;
        const unit_amount = parseMoney(amount, currencyOf(session));
        return florin.post('/v1/invoices', {
          body: {
            customer_id,
            lines: [{ description, quantity: Number(quantity), unit_amount }],
            collection_method,
          },
          idempotencyKey,
        });
      },
      touches: afterwards,
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
