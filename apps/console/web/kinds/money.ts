import type { Result } from '@florin/client';
import { allRefundsOf } from '../core/all-refunds.ts';
import { florin } from '../core/api.ts';
import { formatMoney, parseMoney, toDecimal } from '../core/format.ts';
import { leftToRefund } from '../core/refund-parts.ts';
import { currencyOf, mayManageAccount, mayWrite } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import { asPage, columns, defineKind, type Field, filled } from './kind.ts';

/** `left` can still be refunded; only the refund dialog loads it. */
type Payment = Result<'get', '/v1/payments/{payment_id}'> & { readonly left?: number };
type Refund = Result<'get', '/v1/refunds/{refund_id}'>;
type Dispute = Result<'get', '/v1/disputes/{dispute_id}'>;
type Payout = Result<'get', '/v1/payouts/{payout_id}'>;
type Transaction = Result<'get', '/v1/transactions/{transaction_id}'>;

interface Money {
  readonly amount: number;
  readonly currency: string;
}
const money = ({ amount, currency }: Money) => formatMoney(amount, currency);

/** An amount field, prefilled with the whole or the remaining amount. */
function amountField<One extends Money & { readonly left?: number }>(): Field<One> {
  return {
    ...{ name: 'amount', label: 'amount', type: 'money' },
    currency: ({ currency }) => currency,
    initial: ({ amount, left = amount, currency }) => toDecimal(left, currency),
  };
}

export const payments = defineKind<Payment>({
  name: 'payment',
  screen: 'payments',
  prefix: 'pay',
  list: (query) => florin.get('/v1/payments', { query }),
  get: (id) => florin.get('/v1/payments/{payment_id}', { path: { payment_id: id } }),
  apiPath: (id) => `/v1/payments/${id}`,
  titleOf: (payment) => `${money(payment)} · ${payment.customer_email}`,
  columns: columns<Payment>('amount', 'status', 'customer_email', 'reference', 'created_at'),
  filters: {
    status: ['pending', 'succeeded', 'failed', 'canceled'],
    ...{ customer_email: [], reference: [] },
  },
  states: [['pending'], ['succeeded', 'failed', 'canceled']],
  related: [
    {
      screen: 'refunds',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/refunds', { query: { payment_id: id } })),
    },
    {
      screen: 'disputes',
      list: async ({ id }) =>
        asPage(await florin.get('/v1/disputes', { query: { payment_id: id } })),
    },
  ],
  actions: [
    {
      label: 'doRefund',
      isOpen: ({ status }, session) =>
        status === 'succeeded' && (mayWrite(session) || session.role === 'support'),
      fields: [
        amountField<Payment>(),
        { name: 'reason', label: 'reason', type: 'text', isOptional: true },
      ],
      prepare: async (payment) => ({
        ...payment,
        left: leftToRefund(payment.amount, await allRefundsOf(payment.id)),
      }),
      note: ({ amount, left = amount, currency }) =>
        left === amount
          ? undefined
          : fill(texts().sayRefundLeft, {
              refunded: formatMoney(amount - left, currency),
              left: formatMoney(left, currency),
            }),
      say: ({ currency, customer_email: who }, { amount = '' }) =>
        fill(texts().sayRefund, {
          amount: formatMoney(parseMoney(amount, currency), currency),
          who,
        }),
      run: ({ id, currency }, { amount = '', reason }, idempotencyKey) =>
        florin.post('/v1/payments/{payment_id}/refund', {
          path: { payment_id: id },
          body: { amount: parseMoney(amount, currency), ...(reason ? { reason } : {}) },
          idempotencyKey,
        }),
      touches: ['payment', 'refund', 'transaction', 'balance', 'event'],
      isDangerous: true,
    },
    {
      label: 'doCancelPayment',
      isOpen: ({ status }, session) => status === 'pending' && mayWrite(session),
      say: (payment) => fill(texts().sayCancelPayment, { amount: money(payment) }),
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/payments/{payment_id}/cancel', {
          path: { payment_id: id },
          idempotencyKey,
        }),
      touches: ['payment', 'event'],
      isDangerous: true,
    },
  ],
  creates: [
    {
      label: 'doAskPayment',
      isOpen: (_nothing, session) => mayWrite(session) && session.account !== undefined,
      fields: [
        {
          ...{ name: 'amount', label: 'amount', type: 'money' },
          currency: (_nothing, session) => currencyOf(session),
        },
        { name: 'customer_email', label: 'email', type: 'email' },
        { name: 'reference', label: 'reference', type: 'text', isOptional: true },
      ],
      say: (_nothing, { amount = '', customer_email: who = '' }, session) => {
        const currency = currencyOf(session);
        return fill(texts().sayAskPayment, {
          amount: formatMoney(parseMoney(amount, currency), currency),
          who,
        });
      },
      run: (_nothing, { amount = '', customer_email = '', reference }, idempotencyKey, session) => {
        const currency = currencyOf(session);
        return florin.post('/v1/payments', {
          body: {
            ...{
              account_id: session.account?.id ?? '',
              amount: parseMoney(amount, currency),
              currency,
            },
            customer_email,
            ...(reference ? { reference } : {}),
          },
          idempotencyKey,
        });
      },
      touches: ['payment', 'event'],
    },
  ],
});

export const refunds = defineKind<Refund>({
  name: 'refund',
  screen: 'refunds',
  prefix: 're',
  list: (query) => florin.get('/v1/refunds', { query }),
  get: (id) => florin.get('/v1/refunds/{refund_id}', { path: { refund_id: id } }),
  apiPath: (id) => `/v1/refunds/${id}`,
  titleOf: money,
  columns: columns<Refund>(
    ...(['amount', 'status', 'customer_id', 'payment_id', 'reason', 'created_at'] as const),
  ),
  filters: { status: ['pending', 'succeeded', 'failed'] },
  states: [['pending'], ['succeeded', 'failed']],
});

export const disputes = defineKind<Dispute>({
  name: 'dispute',
  screen: 'disputes',
  prefix: 'dp',
  list: (query) => florin.get('/v1/disputes', { query }),
  get: (id) => florin.get('/v1/disputes/{dispute_id}', { path: { dispute_id: id } }),
  apiPath: (id) => `/v1/disputes/${id}`,
  titleOf: money,
  columns: columns<Dispute>(
    ...(['amount', 'status', 'reason', 'evidence_due_at', 'customer_id', 'payment_id'] as const),
  ),
  filters: { status: ['needs_response', 'under_review', 'won', 'lost'] },
  states: [['needs_response'], ['under_review'], ['won', 'lost']],
  actions: [
    {
      label: 'doEvidence',
      isOpen: ({ evidence_due_at }, session) => evidence_due_at !== null && mayWrite(session),
      fields: [
        { name: 'text', label: 'evidence', type: 'long' },
        { name: 'customer_name', label: 'name', type: 'text', isOptional: true },
        { name: 'customer_email', label: 'email', type: 'email', isOptional: true },
        { name: 'service_date', label: 'serviceDate', type: 'text', isOptional: true },
        { name: 'tracking_number', label: 'trackingNumber', type: 'text', isOptional: true },
      ],
      say: (dispute) => fill(texts().sayEvidence, { amount: money(dispute) }),
      run: ({ id }, { text = '', ...others }, idempotencyKey) =>
        florin.post('/v1/disputes/{dispute_id}/evidence', {
          path: { dispute_id: id },
          body: { text, ...filled(others) },
          idempotencyKey,
        }),
      touches: ['dispute', 'event', 'attention'],
    },
  ],
});

export const payouts = defineKind<Payout>({
  name: 'payout',
  screen: 'payouts',
  prefix: 'po',
  isFor: ({ role }) => role !== 'support',
  list: (query) => florin.get('/v1/payouts', { query }),
  get: (id) => florin.get('/v1/payouts/{payout_id}', { path: { payout_id: id } }),
  apiPath: (id) => `/v1/payouts/${id}`,
  titleOf: money,
  columns: columns<Payout>('amount', 'status', 'reference', 'processor', 'created_at'),
  filters: { status: ['pending', 'paid', 'failed'] },
  states: [['pending'], ['paid', 'failed']],
  creates: [
    {
      label: 'doPayOut',
      isOpen: (_nothing, session) => mayManageAccount(session) && session.account !== undefined,
      fields: [
        {
          ...{ name: 'amount', label: 'amount', type: 'money' },
          currency: (_nothing, session) => currencyOf(session),
        },
        { name: 'reference', label: 'reference', type: 'text', isOptional: true },
      ],
      say: (_nothing, { amount = '' }, session) => {
        const currency = currencyOf(session);
        return fill(texts().sayPayOut, {
          amount: formatMoney(parseMoney(amount, currency), currency),
        });
      },
      run: (_nothing, { amount = '', ...others }, idempotencyKey, session) => {
        const currency = currencyOf(session);
        const account_id = session.account?.id ?? '';
        return florin.post('/v1/payouts', {
          body: { account_id, amount: parseMoney(amount, currency), currency, ...filled(others) },
          idempotencyKey,
        });
      },
      touches: ['payout', 'transaction', 'balance', 'event'],
      isDangerous: true,
    },
  ],
});

export const transactions = defineKind<Transaction>({
  name: 'transaction',
  screen: 'transactions',
  prefix: 'txn',
  list: (query) => florin.get('/v1/transactions', { query }),
  get: (id) => florin.get('/v1/transactions/{transaction_id}', { path: { transaction_id: id } }),
  apiPath: (id) => `/v1/transactions/${id}`,
  titleOf: (transaction) => `${money(transaction)} · ${transaction.type}`,
  columns: columns<Transaction>('amount', 'type', 'status', 'reference', 'created_at'),
  filters: {
    status: ['pending', 'succeeded', 'failed', 'canceled'],
    type: ['payment', 'credit', 'refund'],
    reference: [],
  },
  states: [['pending'], ['succeeded', 'failed', 'canceled']],
  actions: [
    {
      label: 'doCapture',
      isOpen: ({ status, capture }, session) =>
        status === 'pending' && capture === 'manual' && mayWrite(session),
      fields: [amountField<Transaction>()],
      say: ({ currency }, { amount = '' }) =>
        fill(texts().sayCapture, { amount: formatMoney(parseMoney(amount, currency), currency) }),
      run: ({ id, currency }, { amount = '' }, idempotencyKey) =>
        florin.post('/v1/transactions/{transaction_id}/capture', {
          path: { transaction_id: id },
          body: { amount: parseMoney(amount, currency) },
          idempotencyKey,
        }),
      touches: ['transaction', 'balance', 'event'],
    },
    {
      label: 'doCancelTransaction',
      isOpen: ({ status }, session) => status === 'pending' && mayWrite(session),
      say: (transaction) => fill(texts().sayCancelTransaction, { amount: money(transaction) }),
      run: ({ id }, _values, idempotencyKey) =>
        florin.delete('/v1/transactions/{transaction_id}', {
          path: { transaction_id: id },
          idempotencyKey,
        }),
      touches: ['transaction', 'balance', 'event'],
      isDangerous: true,
    },
  ],
});
