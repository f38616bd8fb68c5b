import { newOwner } from '../people.ts';
import { NOWHERE, newEndpoint, newFailingEndpoint } from '../scenarios/webhooks.ts';
import { record, requestPayment } from '../world.ts';
import { billingRecipes } from './billing-recipes.ts';
import { identityRecipes, signUp } from './identity-recipes.ts';
import { processorRecipes } from './processor-recipes.ts';
import {
  about,
  aboutField,
  type Fresh,
  listBy,
  NOT_FOUND,
  pageAfter,
  type Recipe,
} from './recipe.ts';
import type { Side } from './sides.ts';

const READ = 'read what the account has';
const AUDIT = 'read the audit log';
const CHANGE = 'change what the account has';

const holding = async ({ owner }: Side): Promise<Fresh> =>
  record(owner, { type: 'payment', amount: 1, capture: 'manual' });
const asking = async ({ owner }: Side): Promise<Fresh> => requestPayment(owner);

const failing = async ({ owner }: Side): Promise<Fresh> => newFailingEndpoint(owner);

const listening = async ({ owner }: Side): Promise<Fresh> => newEndpoint(owner);

const accounts: readonly Recipe[] = [
  about('GET /v1/accounts', 'read any account', undefined),
  signUp('POST /v1/accounts', { name: 'New', type: 'business' }),
  about('GET /v1/account', 'read the own account', undefined),
  about('PATCH /v1/account', 'change the own account', undefined),
  about('DELETE /v1/account', 'close the own account', undefined, {
    fresh: async () => ({ as: await newOwner() }),
  }),
  about('GET /v1/accounts/{account_id}', 'read any account', 'account'),
  about('PATCH /v1/accounts/{account_id}', 'change any account', 'account', {
    body: { name: 'Changed' },
  }),
  about('GET /v1/account/balance', READ, undefined),
  about('GET /v1/accounts/{account_id}/balance', READ, 'account'),
];

const credit = { type: 'credit', amount: 1, currency: 'USD' };

const ledger: readonly Recipe[] = [
  about('GET /v1/transactions', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/transactions', READ, ['account_id', 'account']),
  pageAfter('GET /v1/transactions', READ, 'transaction'),
  aboutField('POST /v1/transactions', CHANGE, ['account_id', 'account'], { body: credit }),
  about('POST /v1/transactions/bulk', CHANGE, 'account', {
    request: (id) => ({
      path: '/v1/transactions/bulk',
      body: { transactions: [{ ...credit, account_id: id }] },
    }),
    statusOf: firstOutcome,
  }),
  about('GET /v1/transactions/{transaction_id}', READ, 'transaction'),
  about('GET /v1/transactions/{transaction_id}/entries', READ, 'transaction'),
  about('PATCH /v1/transactions/{transaction_id}', CHANGE, 'transaction', {
    body: { metadata: { changed: true } },
  }),
  about('DELETE /v1/transactions/{transaction_id}', CHANGE, 'transaction', { fresh: holding }),
  about('POST /v1/transactions/{transaction_id}/capture', CHANGE, 'transaction', {
    fresh: holding,
  }),
  about('POST /v1/transactions/{transaction_id}/expire', CHANGE, 'transaction', {
    fresh: holding,
  }),
  about('GET /v1/payments', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/payments', READ, ['account_id', 'account']),
  listBy('GET /v1/payments', READ, ['customer_id', 'customer']),
  pageAfter('GET /v1/payments', READ, 'payment'),
  aboutField('POST /v1/payments', CHANGE, ['account_id', 'account'], {
    body: { amount: 1, currency: 'USD', customer_email: 'customer@example.com' },
    unknown: '404 account_not_found',
    misshapen: '404 account_not_found',
  }),
  about('GET /v1/payments/{payment_id}', READ, 'payment'),
  about('GET /v1/payments/{payment_id}/attempts', READ, 'payment'),
  about('GET /v1/payments/{payment_id}/status', READ, 'payment'),
  about('POST /v1/payments/{payment_id}/cancel', CHANGE, 'payment', { fresh: asking }),
  about('GET /v1/audit', 'prove the books', undefined),
  listBy('GET /v1/audit', 'prove the books of an account', ['account_id', 'account'], {
    unknown: NOT_FOUND,
    misshapen: NOT_FOUND,
  }),
];

/** The request as a whole answers 200; the outcome of its one item is inside. */
function firstOutcome(body: unknown): string {
  const [item] = (body as { data: readonly { status: number; body: { error?: string } }[] }).data;
  if (!item) return 'no outcome';
  return item.status < 300 ? 'ok' : `${item.status} ${item.body.error}`;
}

const ENDPOINT = '/v1/webhook_endpoints/{webhook_endpoint_id}';

const webhooks: readonly Recipe[] = [
  about('GET /v1/events', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/events', READ, ['account_id', 'account']),
  pageAfter('GET /v1/events', READ, 'event'),
  about('GET /v1/events/{event_id}', READ, 'event'),
  about('GET /v1/events/stream', READ, undefined),
  listBy('GET /v1/events/stream', READ, ['account_id', 'account'], {
    unknown: NOT_FOUND,
    misshapen: NOT_FOUND,
  }),
  about('GET /v1/audit_log', AUDIT, undefined),
  listBy('GET /v1/audit_log', AUDIT, ['account_id', 'account']),
  pageAfter('GET /v1/audit_log', AUDIT, 'event'),
  about('GET /v1/audit_log/export', AUDIT, undefined),
  listBy('GET /v1/audit_log/export', AUDIT, ['account_id', 'account']),
  about('GET /v1/webhook_endpoints', 'read webhooks', undefined),
  listBy('GET /v1/webhook_endpoints', 'read webhooks', ['account_id', 'account']),
  pageAfter('GET /v1/webhook_endpoints', 'read webhooks', 'webhookEndpoint'),
  aboutField('POST /v1/webhook_endpoints', 'manage webhooks', ['account_id', 'account'], {
    isActing: true,
    body: { url: NOWHERE, event_types: ['subscription.expired'] },
  }),
  about(`GET ${ENDPOINT}`, 'read webhooks', 'webhookEndpoint'),
  about(`PATCH ${ENDPOINT}`, 'manage webhooks', 'webhookEndpoint', {
    body: { event_types: ['subscription.expired'] },
  }),
  about(`DELETE ${ENDPOINT}`, 'manage webhooks', 'webhookEndpoint', { fresh: listening }),
  about(`POST ${ENDPOINT}/rotate`, 'manage webhooks', 'webhookEndpoint'),
  about(`GET ${ENDPOINT}/deliveries`, 'read webhooks', 'webhookEndpoint'),
  about('GET /v1/events/{event_id}/deliveries', 'read webhooks', 'event'),
  about(`POST ${ENDPOINT}/test`, 'manage webhooks', 'webhookEndpoint'),
  about(`POST ${ENDPOINT}/mark_failing`, 'manage webhooks', 'webhookEndpoint', {
    fresh: failing,
  }),
  about(`POST ${ENDPOINT}/replay`, 'manage webhooks', 'webhookEndpoint', {
    body: { from: '2026-01-31', to: '2026-01-31' },
  }),
];

export const recipes: readonly Recipe[] = [
  ...identityRecipes,
  ...accounts,
  ...ledger,
  ...processorRecipes,
  ...billingRecipes,
  ...webhooks,
];

/** Operations that depend on a password, a token or a link instead of a role. */
export const byKnowledge = [
  'POST /v1/auth/login',
  'POST /v1/auth/browser_session',
  'POST /v1/invitations/accept',
  'GET /auth/login',
  'POST /auth/login',
  'GET /auth/once/{token}',
  'GET /auth/invitations/{token}',
  'POST /auth/invitations/{token}',
  'POST /v1/auth/refresh',
  'POST /v1/auth/password_reset',
  'POST /v1/auth/password_reset/confirm',
  'POST /v1/auth/verify_email',
  'GET /auth/reset',
  'POST /auth/reset',
  'GET /auth/reset/{token}',
  'POST /auth/reset/{token}',
  'GET /auth/confirm/{token}',
  'POST /auth/confirm/{token}',
  'GET /pay/{token}',
  'GET /pay/page.css',
  'GET /pay/page.js',
  'POST /pay/{token}',
  'GET /pay/test_cards/{token}',
  'POST /pay/test_cards/{token}',
  'POST /processors/{processor}/webhook',
  'GET /i/{token}',
  'POST /i/{token}',
  'GET /i/{token}/pdf',
  'GET /portal/{token}',
  'GET /portal/{token}/details',
  'POST /portal/{token}/details',
  'GET /portal/{token}/invoices/{invoice_id}',
  'POST /portal/{token}/invoices/{invoice_id}',
  'GET /portal/{token}/invoices/{invoice_id}/pdf',
  'GET /portal/{token}/subscriptions/{subscription_id}',
  'POST /portal/{token}/subscriptions/{subscription_id}',
  'POST /portal/{token}/payment_methods',
  'GET /exports/{export_id}/file',
  'GET /logos/{logo}',
  'GET /console',
  'GET /console/{screen}',
  'GET /console/{screen}/{object}',
  'GET /assets/console/{file}',
  'POST /mail/notices/{token}',
  'GET /mail/unsubscribe/{token}',
  'POST /mail/unsubscribe/{token}',
  'GET /dev/mail',
  'GET /dev/mail/{mail_id}',
];
