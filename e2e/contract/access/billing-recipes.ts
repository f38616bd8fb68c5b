import { randomBytes } from 'node:crypto';
import { must } from '../people.ts';
import { newClock, newDraft, newPaidInvoice, newPortalSession, subscribe } from '../world.ts';
import { about, aboutField, type Fresh, listBy, pageAfter, type Recipe } from './recipe.ts';
import { type Side, TAX_ID } from './sides.ts';

const READ = 'read what the account has';
const CHANGE = 'change what the account has';
const DECIDE = 'choose settings of billing';
const slug = () => `plan-${randomBytes(8).toString('hex')}`;

/** A subscription in its trial, after these changes. */
const subscribed =
  (...steps: readonly (readonly [verb: string, body: object])[]) =>
  async ({ owner, canary }: Side): Promise<Fresh> => {
    const { id } = await subscribe(owner, { customer_id: canary, trial_period_days: 3 });
    for (const [verb, body] of steps)
      await must(() => owner.call('POST', `/v1/subscriptions/${id}/${verb}`, { body }));
    return { id };
  };

/** An invoice that was sent to a customer. */
const invoiced = async ({ owner, canary }: Side): Promise<Fresh> => {
  const { latest_invoice_id: id } = await subscribe(owner, { customer_id: canary });
  return { id };
};

/** A one-off invoice that is not finalized. */
const drafted = async ({ owner }: Side): Promise<Fresh> => ({ id: (await newDraft(owner)).id });

/** A customer who has bought nothing. */
const unsold = async ({ owner, canary }: Side): Promise<Fresh> => {
  const { id } = await must(() => owner.call('POST', '/v1/customers', { body: { name: canary } }));
  return { id };
};

/** A plan without subscriptions. */
const ownPlan = async ({ owner }: Side): Promise<Fresh> => {
  const body = { id: slug(), name: 'New', amount: 900, interval: 'month' };
  return { id: (await must(() => owner.call('POST', '/v1/plans', { body }))).id };
};

const SUBSCRIPTION = '/v1/subscriptions/{subscription_id}';

/** A past month of the caller's own account, and of the account that the request names. */
function ofMonth(
  operation: string,
  rule: typeof READ | typeof CHANGE,
  body?: object,
): readonly Recipe[] {
  const [method = '', template = ''] = operation.split(' ');
  const path = template.replace('{month}', '2020-01');
  const isChange = method === 'POST';
  const asked = (id: string) =>
    isChange
      ? { path, body: { ...body, account_id: id } }
      : { path: `${path}?account_id=${encodeURIComponent(id)}` };
  const named = about(operation, rule, 'account', {
    ...{ by: 'account_id', request: asked, isActing: isChange },
  });
  return isChange
    ? [named]
    : [about(operation, rule, undefined, { request: () => ({ path }) }), named];
}

/** Changes of a plan of the caller's account, and of the account that the request names. */
const planChanges: readonly Recipe[] = (
  [
    ['PATCH /v1/plans/{plan_id}', { name: 'Changed' }],
    ['POST /v1/plans/{plan_id}/archive', {}],
    ['POST /v1/plans/{plan_id}/unarchive', {}],
  ] as const
).map(([operation, body]) =>
  about(operation, 'change by a name within the account', 'plan', { body, fresh: ownPlan }),
);

export const billingRecipes: readonly Recipe[] = [
  about('GET /v1/plans', READ, undefined),
  listBy('GET /v1/plans', READ, ['account_id', 'account'], {
    unknown: '404 not_found',
    misshapen: '404 not_found',
  }),
  aboutField('POST /v1/plans', CHANGE, ['account_id', 'account'], {
    isActing: true,
    request: (id) => ({
      path: '/v1/plans',
      body: { id: slug(), name: 'New', amount: 900, interval: 'month', account_id: id },
    }),
  }),
  about('GET /v1/plans/{plan_id}', 'read by a name within the account', 'plan'),
  ...planChanges,
  about('GET /v1/customers', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/customers', READ, ['account_id', 'account']),
  pageAfter('GET /v1/customers', READ, 'customer'),
  aboutField('POST /v1/customers', CHANGE, ['account_id', 'account'], { isActing: true }),
  about('GET /v1/customers/{customer_id}', READ, 'customer'),
  about('PATCH /v1/customers/{customer_id}', CHANGE, 'customer', { body: { name: 'Changed' } }),
  about('POST /v1/customers/{customer_id}/verify_tax_id', CHANGE, 'customer', {
    body: { value: TAX_ID, reason: 'By phone' },
  }),
  about('GET /v1/customers/{customer_id}/credits', READ, 'customer'),
  about('GET /v1/customers/{customer_id}/data', READ, 'customer'),
  about('POST /v1/customers/{customer_id}/archive', CHANGE, 'customer', { fresh: unsold }),
  about('POST /v1/customers/{customer_id}/unarchive', CHANGE, 'customer', { fresh: unsold }),
  about('POST /v1/customers/{customer_id}/anonymize', CHANGE, 'customer', { fresh: unsold }),
  about('GET /v1/billing_settings', READ, undefined),
  listBy('GET /v1/billing_settings', READ, ['account_id', 'account'], {
    unknown: '404 not_found',
    misshapen: '404 not_found',
  }),
  aboutField(
    'PATCH /v1/billing_settings',
    'choose settings of billing',
    ['account_id', 'account'],
    {
      isActing: true,
    },
  ),
  about('GET /v1/subscriptions', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/subscriptions', READ, ['account_id', 'account']),
  listBy('GET /v1/subscriptions', READ, ['customer_id', 'customer']),
  listBy('GET /v1/subscriptions', READ, ['test_clock_id', 'testClock']),
  pageAfter('GET /v1/subscriptions', READ, 'subscription'),
  aboutField('POST /v1/subscriptions', CHANGE, ['customer_id', 'customer'], {
    body: { plan: 'basic' },
    // An id that is not one of ours counts as the caller's own customer id and creates a customer.
    misshapen: 'ok',
  }),
  aboutField('POST /v1/subscriptions', CHANGE, ['account_id', 'account'], {
    isActing: true,
    body: { plan: 'basic', customer_id: 'customer 9' },
  }),
  about('POST /v1/subscriptions', CHANGE, 'account', {
    by: 'the paying account',
    request: (id) => ({
      path: '/v1/subscriptions',
      body: { customer_id: id, plan: 'basic', trial_period_days: 3 },
    }),
    misshapen: 'ok',
  }),
  aboutField('POST /v1/subscriptions/preview', CHANGE, ['subscription_id', 'subscription'], {
    body: { plan: 'pro' },
  }),
  aboutField('POST /v1/subscriptions/preview', CHANGE, ['customer_id', 'customer'], {
    body: { plan: 'pro' },
    // An id that is not one of ours counts as the caller's own id of a customer that does not exist
    // yet.
    misshapen: 'ok',
  }),
  aboutField('POST /v1/subscriptions/preview', CHANGE, ['account_id', 'account'], {
    isActing: true,
    body: { plan: 'basic', customer_id: 'customer 9' },
  }),
  about(`GET ${SUBSCRIPTION}`, READ, 'subscription'),
  about(`PATCH ${SUBSCRIPTION}`, CHANGE, 'subscription', { body: { metadata: { a: 1 } } }),
  about(`POST ${SUBSCRIPTION}/update`, CHANGE, 'subscription', {
    body: { plan: 'pro' },
    fresh: subscribed(),
  }),
  about(`POST ${SUBSCRIPTION}/pause`, CHANGE, 'subscription', { fresh: subscribed() }),
  about(`POST ${SUBSCRIPTION}/resume`, CHANGE, 'subscription', {
    fresh: subscribed(['pause', {}]),
  }),
  about(`POST ${SUBSCRIPTION}/cancel`, CHANGE, 'subscription', { fresh: subscribed() }),
  about(`POST ${SUBSCRIPTION}/uncancel`, CHANGE, 'subscription', {
    fresh: subscribed(['cancel', { at_period_end: true }]),
  }),
  about(`POST ${SUBSCRIPTION}/payment_method`, CHANGE, 'subscription', {
    body: { payment_method_id: null },
  }),
  about('GET /v1/invoices', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/invoices', READ, ['account_id', 'account']),
  listBy('GET /v1/invoices', READ, ['subscription_id', 'subscription']),
  listBy('GET /v1/invoices', READ, ['customer_id', 'customer']),
  pageAfter('GET /v1/invoices', READ, 'invoice'),
  about('GET /v1/invoices/{invoice_id}', READ, 'invoice'),
  about('GET /v1/invoices/{invoice_id}/page', READ, 'invoice'),
  about('GET /v1/invoices/{invoice_id}/pdf', READ, 'invoice'),
  about('POST /v1/invoices/{invoice_id}/payment_link', CHANGE, 'invoice', { fresh: invoiced }),
  about('POST /v1/invoices/{invoice_id}/void', CHANGE, 'invoice', { fresh: invoiced }),
  aboutField('POST /v1/invoices', CHANGE, ['customer_id', 'customer'], { body: { lines: [] } }),
  about('PATCH /v1/invoices/{invoice_id}', CHANGE, 'draft', { body: { due_days: 7 } }),
  about('DELETE /v1/invoices/{invoice_id}', CHANGE, 'draft', { fresh: drafted }),
  about('POST /v1/invoices/{invoice_id}/finalize', CHANGE, 'draft', { fresh: drafted }),
  about('POST /v1/invoices/{invoice_id}/send', CHANGE, 'draft', { fresh: drafted }),
  about('POST /v1/invoices/{invoice_id}/mark_paid', CHANGE, 'invoice', { fresh: invoiced }),
  about('POST /v1/invoices/{invoice_id}/write_off', CHANGE, 'invoice', { fresh: invoiced }),
  about('GET /v1/credit_notes', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/credit_notes', READ, ['account_id', 'account']),
  listBy('GET /v1/credit_notes', READ, ['customer_id', 'customer']),
  listBy('GET /v1/credit_notes', READ, ['invoice_id', 'invoice']),
  pageAfter('GET /v1/credit_notes', READ, 'creditNote'),
  about('GET /v1/credit_notes/{credit_note_id}', READ, 'creditNote'),
  about('GET /v1/credit_notes/{credit_note_id}/page', READ, 'creditNote'),
  about('GET /v1/credit_notes/{credit_note_id}/pdf', READ, 'creditNote'),
  aboutField('POST /v1/credit_notes', CHANGE, ['invoice_id', 'invoice'], {
    fresh: async ({ owner }) => {
      const { id } = await newPaidInvoice(owner);
      return { id, body: { invoice_id: id, amount: 9 } };
    },
  }),
  about('GET /v1/seller_profile', READ, undefined),
  listBy('GET /v1/seller_profile', READ, ['account_id', 'account'], {
    unknown: '404 not_found',
    misshapen: '404 not_found',
  }),
  aboutField('PATCH /v1/seller_profile', DECIDE, ['account_id', 'account'], { isActing: true }),
  about('GET /v1/tax_rates', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/tax_rates', READ, ['account_id', 'account']),
  pageAfter('GET /v1/tax_rates', READ, 'taxRate'),
  aboutField('POST /v1/tax_rates', DECIDE, ['account_id', 'account'], {
    isActing: true,
    body: { name: 'VAT', percentage: '10', country: 'AQ' },
  }),
  about('GET /v1/tax_rates/{tax_rate_id}', READ, 'taxRate'),
  about('PATCH /v1/tax_rates/{tax_rate_id}', DECIDE, 'taxRate', { body: { valid_until: null } }),
  about('POST /v1/invoices/{invoice_id}/public_link', CHANGE, 'invoice', { fresh: invoiced }),
  about('DELETE /v1/invoices/{invoice_id}/public_link', CHANGE, 'invoice', { fresh: invoiced }),
  aboutField('POST /v1/portal_sessions', CHANGE, ['customer_id', 'customer']),
  about('DELETE /v1/portal_sessions/{portal_session_id}', CHANGE, 'portalSession', {
    fresh: async ({ owner }) => ({ id: (await newPortalSession(owner)).id }),
  }),
  about('GET /v1/exports', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/exports', READ, ['account_id', 'account']),
  pageAfter('GET /v1/exports', READ, 'export'),
  aboutField('POST /v1/exports', CHANGE, ['account_id', 'account'], {
    isActing: true,
    body: { type: 'tax_report', from: '2026-01-01', to: '2026-01-01' },
  }),
  about('GET /v1/exports/{export_id}', READ, 'export'),
  ...ofMonth('GET /v1/periods/{month}', READ),
  ...ofMonth('GET /v1/close/{month}', READ),
  ...ofMonth('POST /v1/periods/{month}/close', CHANGE),
  ...ofMonth('POST /v1/periods/{month}/reopen', CHANGE, { reason: 'a mistake' }),
  about('GET /v1/explain/{explained_id}', READ, 'invoice'),
  about('GET /v1/explain/{explained_id}', READ, 'invoiceLine'),
  about('GET /v1/explain/{explained_id}', READ, 'creditNote'),
  about('GET /v1/test_clocks', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/test_clocks', READ, ['account_id', 'account']),
  pageAfter('GET /v1/test_clocks', READ, 'testClock'),
  aboutField('POST /v1/test_clocks', CHANGE, ['account_id', 'account'], {
    isActing: true,
    body: { frozen_time: '2025-01-01' },
  }),
  about('GET /v1/test_clocks/{test_clock_id}', READ, 'testClock'),
  about('POST /v1/test_clocks/{test_clock_id}/advance', CHANGE, 'testClock', {
    body: { frozen_time: '2025-01-01' },
    fresh: ({ owner }) => newClock(owner),
  }),
];
