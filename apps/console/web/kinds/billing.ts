import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { formatMoney, formatTime } from '../core/format.ts';
import { mayWrite } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import { asPage, columns, defineKind } from './kind.ts';

type Customer = Result<'get', '/v1/customers/{customer_id}'>;
type Subscription = Result<'get', '/v1/subscriptions/{subscription_id}'>;
type Invoice = Result<'get', '/v1/invoices/{invoice_id}'>;
type CreditNote = Result<'get', '/v1/credit_notes/{credit_note_id}'>;
type PaymentMethod = Result<'get', '/v1/payment_methods/{payment_method_id}'>;

const afterwards = ['subscription', 'invoice', 'payment', 'customer', 'event', 'attention'];
const owed = ({ amount_remaining: amount, currency }: Invoice) => formatMoney(amount, currency);

export const customers = defineKind<Customer>({
  name: 'customer',
  screen: 'customers',
  prefix: 'cus',
  list: (query) => florin.get('/v1/customers', { query }),
  get: (id) => florin.get('/v1/customers/{customer_id}', { path: { customer_id: id } }),
  apiPath: (id) => `/v1/customers/${id}`,
  titleOf: ({ name, company, email, external_id, id }) =>
    name ?? company ?? email ?? external_id ?? id,
  columns: columns<Customer>('name', 'email', 'external_id', 'created_at'),
  related: [
    {
      screen: 'subscriptions',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/subscriptions', { query: { customer_id: id } })),
    },
    {
      screen: 'invoices',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/invoices', { query: { customer_id: id } })),
    },
    {
      screen: 'payments',
      isFor: ({ email }) => email !== null,
      list: async ({ email }) =>
        asPage(await florin.get('/v1/payments', { query: { customer_email: email ?? '' } })),
    },
    {
      screen: 'payment_methods',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/payment_methods', { query: { customer_id: id } })),
    },
  ],
  creates: [
    {
      label: 'doCreateCustomer',
      isOpen: (_nothing, session) => mayWrite(session) && session.account !== undefined,
      fields: [
        { name: 'name', label: 'name', type: 'text' },
        { name: 'email', label: 'email', type: 'email' },
      ],
      say: (_nothing, { name = '' }) => fill(texts().sayCreateCustomer, { name }),
      run: (_nothing, { name = '', email = '' }, idempotencyKey) =>
        florin.post('/v1/customers', { body: { name, email }, idempotencyKey }),
      touches: ['customer', 'event'],
    },
  ],
});

export const subscriptions = defineKind<Subscription>({
  name: 'subscription',
  screen: 'subscriptions',
  prefix: 'sub',
  list: (query) => florin.get('/v1/subscriptions', { query }),
  get: (id) => florin.get('/v1/subscriptions/{subscription_id}', { path: { subscription_id: id } }),
  apiPath: (id) => `/v1/subscriptions/${id}`,
  titleOf: ({ plan, customer_id }) => `${plan} · ${customer_id}`,
  columns: columns<Subscription>(
    ...(['plan', 'amount', 'status', 'customer_id', 'current_period_end', 'created_at'] as const),
  ),
  filters: { status: ['trialing', 'active', 'past_due', 'paused', 'canceled', 'expired'] },
  related: [
    {
      screen: 'invoices',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/invoices', { query: { subscription_id: id } })),
    },
  ],
  actions: [
    {
      label: 'doPause',
      isOpen: ({ status }, session) => ['active', 'trialing'].includes(status) && mayWrite(session),
      say: () => texts().sayPause,
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/subscriptions/{subscription_id}/pause', {
          path: { subscription_id: id },
          body: {},
          idempotencyKey,
        }),
      touches: afterwards,
    },
    {
      label: 'doResume',
      isOpen: ({ status }, session) => status === 'paused' && mayWrite(session),
      say: () => texts().sayResume,
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/subscriptions/{subscription_id}/resume', {
          path: { subscription_id: id },
          body: {},
          idempotencyKey,
        }),
      touches: afterwards,
    },
    {
      label: 'doCancelSubscription',
      isOpen: ({ ended_at, cancel_at_period_end }, session) =>
        ended_at === null && !cancel_at_period_end && mayWrite(session),
      fields: [
        { name: 'at_period_end', label: 'atPeriodEnd', type: 'check', initial: () => 'yes' },
      ],
      say: ({ current_period_end }, { at_period_end }) =>
        at_period_end === 'yes'
          ? fill(texts().sayCancelSubscriptionEnd, { when: formatTime(current_period_end) })
          : texts().sayCancelSubscriptionNow,
      run: ({ id }, { at_period_end }, idempotencyKey) =>
        florin.post('/v1/subscriptions/{subscription_id}/cancel', {
          path: { subscription_id: id },
          body: { at_period_end: at_period_end === 'yes' },
          idempotencyKey,
        }),
      touches: afterwards,
      isDangerous: true,
    },
    {
      label: 'doUncancel',
      isOpen: ({ ended_at, cancel_at_period_end }, session) =>
        ended_at === null && cancel_at_period_end && mayWrite(session),
      say: ({ current_period_end }) =>
        fill(texts().sayUncancel, { when: formatTime(current_period_end) }),
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/subscriptions/{subscription_id}/uncancel', {
          path: { subscription_id: id },
          body: {},
          idempotencyKey,
        }),
      touches: afterwards,
    },
  ],
  creates: [
    {
      label: 'doSubscribe',
      isOpen: (_nothing, session) => mayWrite(session) && session.account !== undefined,
      fields: [
        { name: 'customer_id', label: 'customer', type: 'text' },
        { name: 'plan', label: 'plan', type: 'text' },
      ],
      say: (_nothing, { plan = '' }) => fill(texts().saySubscribe, { plan }),
      run: (_nothing, { customer_id = '', plan = '' }, idempotencyKey) =>
        florin.post('/v1/subscriptions', { body: { customer_id, plan }, idempotencyKey }),
      touches: afterwards,
    },
  ],
});

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

export const paymentMethods = defineKind<PaymentMethod>({
  name: 'payment_method',
  screen: 'payment_methods',
  prefix: 'pm',
  list: (query) => florin.get('/v1/payment_methods', { query }),
  get: (id) =>
    florin.get('/v1/payment_methods/{payment_method_id}', { path: { payment_method_id: id } }),
  apiPath: (id) => `/v1/payment_methods/${id}`,
  titleOf: ({ card, id }) => (card ? `${card.brand} •••• ${card.last4}` : id),
  columns: [
    { label: 'card', of: ({ card }) => (card ? `${card.brand} •••• ${card.last4}` : null) },
    ...columns<PaymentMethod>('is_default', 'customer_id', 'processor', 'created_at'),
  ],
});
