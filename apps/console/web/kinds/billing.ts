import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { formatMoney, formatTime, inWords } from '../core/format.ts';
import { mayWrite } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import { asPage, columns, defineKind, filled, type Values } from './kind.ts';
import { metadataField, readMetadata } from './metadata.ts';

type Customer = Result<'get', '/v1/customers/{customer_id}'>;
type Subscription = Result<'get', '/v1/subscriptions/{subscription_id}'>;

/** Kinds to reload after a change to a subscription or its invoices. */
export const afterwards = ['subscription', 'invoice', 'payment', 'customer', 'event', 'attention'];

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
  filters: { email: [], external_id: [] },
  related: [
    {
      screen: 'subscriptions',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/subscriptions', { query: { customer_id: id } })),
      filters: ({ id }) => ({ customer_id: id }),
    },
    {
      screen: 'invoices',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/invoices', { query: { customer_id: id } })),
      filters: ({ id }) => ({ customer_id: id }),
    },
    {
      screen: 'payments',
      isFor: ({ email }) => email !== null,
      list: async ({ email }) =>
        asPage(await florin.get('/v1/payments', { query: { customer_email: email ?? '' } })),
      filters: ({ email }) => ({ customer_email: email ?? '' }),
    },
    {
      screen: 'payment_methods',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/payment_methods', { query: { customer_id: id } })),
    },
  ],
  actions: [
    {
      label: 'doChange',
      undo: 'doChange',
      isOpen: (_customer, session) => mayWrite(session),
      fields: [
        { name: 'name', label: 'name', type: 'text', initial: ({ name }) => name ?? '' },
        {
          ...{ name: 'email', label: 'email', type: 'email', isOptional: true },
          initial: ({ email }) => email ?? '',
        },
        {
          ...{ name: 'company', label: 'company', type: 'text', isOptional: true },
          initial: ({ company }) => company ?? '',
        },
        {
          ...{ name: 'external_id', label: 'reference', type: 'text', isOptional: true },
          initial: ({ external_id }) => external_id ?? '',
        },
        {
          ...{ name: 'tax_exempt', label: 'taxExempt', type: 'choice' },
          options: ['none', 'exempt', 'reverse_charge'],
          initial: ({ tax_exempt = 'none' }) => tax_exempt,
        },
      ],
      say: ({ name }) => fill(texts().sayChange, { name: name ?? '' }),
      run: ({ id }, { name, email, company, external_id, tax_exempt }, idempotencyKey) =>
        florin.patch('/v1/customers/{customer_id}', {
          path: { customer_id: id },
          body: {
            ...{ name: name || null, email: email || null },
            ...{ company: company || null, external_id: external_id || null },
            tax_exempt: tax_exempt as NonNullable<Customer['tax_exempt']>,
          },
          idempotencyKey,
        }),
      touches: ['customer', 'event'],
    },
  ],
  creates: [
    {
      label: 'doCreateCustomer',
      isOpen: (_nothing, session) => mayWrite(session) && session.account !== undefined,
      fields: [
        { name: 'name', label: 'name', type: 'text' },
        { name: 'email', label: 'email', type: 'email', isOptional: true },
      ],
      say: (_nothing, { name = '' }) => fill(texts().sayCreateCustomer, { name }),
      run: (_nothing, { name = '', email = '' }, idempotencyKey) =>
        florin.post('/v1/customers', {
          body: { name, ...(email === '' ? {} : { email }) },
          idempotencyKey,
        }),
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
  titleOf: ({ plan, amount, currency }) => `${plan} · ${formatMoney(amount, currency)}`,
  columns: columns<Subscription>(
    ...(['plan', 'amount', 'status', 'customer_id', 'current_period_end', 'created_at'] as const),
  ),
  filters: {
    status: ['trialing', 'active', 'past_due', 'paused', 'canceled', 'expired'],
    ...{ plan: [], customer_email: [] },
  },
  states: [['trialing'], ['active', 'paused', 'past_due'], ['canceled', 'expired']],
  related: [
    {
      screen: 'invoices',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/invoices', { query: { subscription_id: id } })),
      filters: ({ id }) => ({ subscription_id: id }),
    },
  ],
  actions: [
    {
      label: 'doChangePlan',
      undo: 'doChangePlan',
      isOpen: ({ ended_at, status }, session) =>
        ended_at === null && status !== 'paused' && mayWrite(session),
      fields: [
        { name: 'plan', label: 'plan', type: 'text', initial: ({ plan }) => plan },
        {
          ...{ name: 'quantity', label: 'quantity', type: 'number' },
          initial: ({ quantity }) => String(quantity),
        },
      ],
      say: ({ plan: before }, { plan = '' }) => fill(texts().sayChangePlan, { before, plan }),
      preview: previewChange,
      run: ({ id }, { plan = '', quantity, quote_id = '' }, idempotencyKey) =>
        florin.post('/v1/subscriptions/{subscription_id}/update', {
          path: { subscription_id: id },
          body: { plan, quantity: Number(quantity), ...(quote_id ? { quote_id } : {}) },
          idempotencyKey,
        }),
      touches: afterwards,
    },
    {
      label: 'doChangeMetadata',
      undo: 'doChangeMetadata',
      isOpen: (_subscription, session) => mayWrite(session),
      fields: [metadataField],
      say: () => texts().sayChangeMetadata,
      run: ({ id, metadata }, { metadata: typed = '' }, idempotencyKey) =>
        florin.patch('/v1/subscriptions/{subscription_id}', {
          path: { subscription_id: id },
          body: { metadata: readMetadata(metadata, typed) },
          idempotencyKey,
        }),
      touches: ['subscription', 'event'],
    },
    {
      label: 'doPause',
      undo: 'doResume',
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
      undo: 'doPause',
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
      undo: 'doUncancel',
      isOpen: ({ ended_at, cancel_at_period_end }, session) =>
        ended_at === null && !cancel_at_period_end && mayWrite(session),
      fields: [
        { name: 'at_period_end', label: 'atPeriodEnd', type: 'check', initial: () => 'yes' },
      ],
      say: ({ current_period_end, status }, { at_period_end }) =>
        at_period_end === 'yes' && ['active', 'trialing'].includes(status)
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
      undo: 'doCancelSubscription',
      isOpen: ({ ended_at, cancel_at_period_end }, session) =>
        ended_at === null && cancel_at_period_end && mayWrite(session),
      say: ({ cancel_at }) =>
        cancel_at === null
          ? texts().sayUncancelPaused
          : fill(texts().sayUncancel, { when: formatTime(cancel_at) }),
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
        { name: 'test_clock_id', label: 'testClock', type: 'text', isOptional: true },
      ],
      say: (_nothing, { plan = '' }) => fill(texts().saySubscribe, { plan }),
      run: (_nothing, { customer_id = '', plan = '', ...others }, idempotencyKey) =>
        florin.post('/v1/subscriptions', {
          body: { customer_id, plan, ...filled(others) },
          idempotencyKey,
        }),
      touches: afterwards,
    },
  ],
});

/** Previews a change. Its quote guarantees the price until the quote expires. */
async function previewChange({ id }: Subscription, { plan = '', quantity }: Values) {
  const quote = await florin.post('/v1/subscriptions/preview', {
    body: { subscription_id: id, plan, quantity: Number(quantity) },
  });
  const { lines, amount_due, currency, effective_at, quote_id } = quote;
  const shown = lines.map(
    ({ type, description, amount }) =>
      `${inWords(type)}${description ? `, ${description}` : ''}: ${formatMoney(amount, currency)}`,
  );
  const due = { amount: formatMoney(amount_due, currency), when: formatTime(effective_at) };
  return {
    says: [...shown, fill(texts().sayDue, due)],
    values: quote_id === null ? {} : { quote_id },
  };
}
