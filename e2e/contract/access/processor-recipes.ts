import { newId, serviceNames, toPublicId } from '@florin/contracts';
import { REDRIVEN } from '../../operations.ts';
import { must } from '../people.ts';
import { newShop, statementWith, unmatchedOfNobody } from '../scenarios/bank-statements.ts';
import { endedMail, newSuppression } from '../scenarios/mail.ts';
import { newPaymentMethod } from '../scenarios/payment-methods.ts';
import { freeAtStripe, processorAccountOfSomebody } from '../scenarios/processor-accounts.ts';
import { newDispute, paidBy } from '../scenarios/refunds.ts';
import { ABSENT, requestPayment } from '../world.ts';
import { about, aboutField, type Fresh, listBy, pageAfter, type Recipe } from './recipe.ts';
import type { Side } from './sides.ts';

const READ = 'read what the account has';
const CHANGE = 'change what the account has';
const BANK = 'prove the books';
const UNMATCHED = '/v1/unmatched_money/{unmatched_money_id}';
const METHOD = '/v1/payment_methods/{payment_method_id}';
const EVIDENCE = { text: 'losing_evidence' };

/** A mail in a final state. */
const written = async ({ owner }: Side): Promise<Fresh> => {
  const { id } = await requestPayment(owner);
  return { id: await endedMail(owner, id) };
};

const paying = async ({ owner }: Side): Promise<Fresh> => paidBy(owner);

const disputing = async ({ owner }: Side): Promise<Fresh> => newDispute(owner);

const payingInvoice = async ({ owner }: Side): Promise<Fresh> => ({
  id: (await newPaymentMethod(owner)).invoiceId,
});

const saving = async ({ owner }: Side): Promise<Fresh> => newPaymentMethod(owner);

/** An account not connected to Stripe yet, and a free Stripe account. */
const connecting = async (): Promise<Fresh> => {
  const { account_id, reference } = await freeAtStripe();
  return { id: account_id, body: { account_id, processor: 'stripe', reference } };
};

/** Unmatched money, and an account that can receive it. */
const assigning = async (): Promise<Fresh> => ({
  ...(await unmatchedOfNobody()),
  body: { account_id: (await newShop()).accountId },
});

/** Return URLs must be allowed first. */
async function leading({ owner }: Side): Promise<Fresh> {
  const body = { return_urls: ['https://shop.example/saved'] };
  await must(() => owner.call('PATCH', '/v1/account', { body }));
  return {};
}

export const processorRecipes: readonly Recipe[] = [
  about('POST /v1/payments/{payment_id}/refund', CHANGE, 'paid', { fresh: paying }),
  about('POST /v1/invoices/{invoice_id}/refund', CHANGE, 'paidInvoice', { fresh: payingInvoice }),
  about('GET /v1/refunds', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/refunds', READ, ['account_id', 'account']),
  listBy('GET /v1/refunds', READ, ['payment_id', 'paid']),
  pageAfter('GET /v1/refunds', READ, 'refund'),
  about('GET /v1/refunds/{refund_id}', READ, 'refund'),
  aboutField('POST /v1/payouts', CHANGE, ['account_id', 'account'], {
    body: { amount: 1, currency: 'USD' },
    unknown: '404 account_not_found',
    misshapen: '404 account_not_found',
  }),
  about('GET /v1/payouts', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/payouts', READ, ['account_id', 'account']),
  pageAfter('GET /v1/payouts', READ, 'payout'),
  about('GET /v1/payouts/{payout_id}', READ, 'payout'),
  aboutField('POST /v1/payment_methods', CHANGE, ['account_id', 'account'], {
    body: {
      customer_id: toPublicId('customer', newId()),
      customer_email: 'customer@example.com',
      return_url: 'https://shop.example/saved',
      processor: 'test',
    },
    fresh: leading,
    unknown: '404 account_not_found',
    misshapen: '404 account_not_found',
  }),
  about('GET /v1/payment_methods', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/payment_methods', READ, ['account_id', 'account']),
  listBy('GET /v1/payment_methods', READ, ['customer_id', 'saver']),
  pageAfter('GET /v1/payment_methods', READ, 'paymentMethod'),
  about(`GET ${METHOD}`, READ, 'paymentMethod'),
  about(`POST ${METHOD}/default`, CHANGE, 'paymentMethod'),
  about(`POST ${METHOD}/allow`, CHANGE, 'paymentMethod'),
  about(`DELETE ${METHOD}`, CHANGE, 'paymentMethod', { fresh: saving }),
  aboutField('POST /v1/processor_accounts', BANK, ['account_id', 'account'], {
    body: { processor: 'stripe', reference: 'acct_story0' },
    fresh: connecting,
    unknown: '404 account_not_found',
    misshapen: '404 account_not_found',
  }),
  about('GET /v1/processor_accounts', BANK, undefined),
  about('GET /v1/processors', BANK, undefined),
  pageAfter('GET /v1/processor_accounts', BANK, 'processorAccount'),
  about('DELETE /v1/processor_accounts/{processor_account_id}', BANK, 'processorAccount', {
    fresh: processorAccountOfSomebody,
  }),
  about('POST /v1/bank_statements', BANK, undefined, {
    body: statementWith('order 7'),
  }),
  about('GET /v1/bank_statements', BANK, undefined),
  pageAfter('GET /v1/bank_statements', BANK, 'bankStatement'),
  about('GET /v1/unmatched_money', BANK, undefined),
  pageAfter('GET /v1/unmatched_money', BANK, 'unmatchedMoney'),
  about(`GET ${UNMATCHED}`, BANK, 'unmatchedMoney'),
  about(`POST ${UNMATCHED}/return`, BANK, 'unmatchedMoney', {
    body: { note: 'sent back' },
    fresh: unmatchedOfNobody,
  }),
  about(`POST ${UNMATCHED}/assign`, BANK, 'unmatchedMoney', {
    body: { account_id: ABSENT.account },
    fresh: assigning,
  }),
  about('GET /v1/mails', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/mails', READ, ['account_id', 'account']),
  listBy('GET /v1/mails', READ, ['object_id', 'payment']),
  pageAfter('GET /v1/mails', READ, 'mail'),
  about('POST /v1/mails/{mail_id}/resend', CHANGE, 'mail', { fresh: written }),
  about('GET /v1/mail_suppressions', BANK, undefined),
  listBy('GET /v1/mail_suppressions', BANK, ['account_id', 'account']),
  pageAfter('GET /v1/mail_suppressions', BANK, 'mailSuppression'),
  about('DELETE /v1/mail_suppressions/{mail_suppression_id}', BANK, 'mailSuppression', {
    fresh: newSuppression,
  }),
  about('GET /v1/mail_templates', 'read the own account', undefined),
  about('PATCH /v1/mail_templates/{kind}', 'change the own account', undefined, {
    request: () => ({ path: '/v1/mail_templates/invoice', body: { language: 'fr' } }),
  }),
  about('POST /v1/mail_templates/{kind}/preview', 'read the own account', undefined, {
    request: () => ({ path: '/v1/mail_templates/invoice/preview', body: { language: 'fr' } }),
  }),
  about('GET /v1/reports/money', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/reports/money', READ, ['account_id', 'account']),
  about('GET /v1/reports/recurring_revenue', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/reports/recurring_revenue', READ, ['account_id', 'account']),
  about('GET /v1/reports/recurring_revenue/subscriptions', READ, undefined, {
    unknown: 'ok, nothing',
  }),
  listBy('GET /v1/reports/recurring_revenue/subscriptions', READ, ['account_id', 'account']),
  ...serviceNames.map((name) => about(`GET /v1/system/${name}`, BANK, undefined)),
  ...REDRIVEN.map((name) =>
    about(`POST /v1/system/${name}/redrive`, BANK, undefined, { body: {} }),
  ),
  about('GET /v1/search', READ, undefined, {
    unknown: 'ok, nothing',
    request: () => ({ path: '/v1/search?q=com' }),
  }),
  listBy('GET /v1/search', READ, ['account_id', 'account'], {
    request: (id) => {
      const text = encodeURIComponent(id);
      return { path: `/v1/search?q=${text}&account_id=${text}` };
    },
  }),
  about('GET /v1/reconciliations', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/reconciliations', READ, ['account_id', 'account']),
  about('GET /v1/disputes', READ, undefined, { unknown: 'ok, nothing' }),
  listBy('GET /v1/disputes', READ, ['account_id', 'account']),
  listBy('GET /v1/disputes', READ, ['payment_id', 'disputed']),
  pageAfter('GET /v1/disputes', READ, 'dispute'),
  about('GET /v1/disputes/{dispute_id}', READ, 'dispute'),
  about('POST /v1/disputes/{dispute_id}/evidence', CHANGE, 'dispute', {
    fresh: disputing,
    body: EVIDENCE,
  }),
];
