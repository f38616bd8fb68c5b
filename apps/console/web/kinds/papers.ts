import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { inWords } from '../core/format.ts';
import { mayManageAccount, mayWrite, type Session } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import { type Action, columns, defineKind } from './kind.ts';

type Mail = Result<'get', '/v1/mails'>['data'][number];
type Export = Result<'get', '/v1/exports/{export_id}'>;
type TaxRate = Result<'get', '/v1/tax_rates/{tax_rate_id}'>;

/** Resends an email. */
export const resend: Action<Mail> = {
  label: 'doResend',
  isOpen: ({ status }, session) => status !== 'waiting' && mayWrite(session),
  say: ({ to }) => fill(texts().sayResend, { who: to ?? '' }),
  run: ({ id }, _values, idempotencyKey) =>
    florin.post('/v1/mails/{mail_id}/resend', {
      path: { mail_id: id },
      body: {},
      idempotencyKey,
    }),
  touches: ['mail', 'event'],
};

export const mails = defineKind<Mail>({
  name: 'mail',
  screen: 'mails',
  list: (query) => florin.get('/v1/mails', { query }),
  columns: columns<Mail>('kind', 'to', 'status', 'attempts', 'reason', 'created_at'),
  filters: { status: ['waiting', 'sent', 'dropped', 'failed'] },
  actions: [resend],
});

const types = [
  ...['transactions', 'payments', 'invoices', 'credit_notes', 'balance_statement'],
  ...['tax_report', 'revenue', 'journal', 'datev'],
];

/** Files for accountants. */
export const exports = defineKind<Export>({
  name: 'export',
  screen: 'exports',
  prefix: 'exp',
  list: (query) => florin.get('/v1/exports', { query }),
  get: (id) => florin.get('/v1/exports/{export_id}', { path: { export_id: id } }),
  apiPath: (id) => `/v1/exports/${id}`,
  titleOf: ({ type, format }) => `${inWords(type)} · ${format}`,
  columns: columns<Export>('type', 'format', 'status', 'from', 'to', 'created_at'),
  creates: [
    {
      label: 'doExport',
      isOpen: (_nothing, session) => session.account !== undefined,
      fields: [
        { name: 'type', label: 'type', type: 'choice', options: types },
        { name: 'format', label: 'format', type: 'choice', options: ['csv', 'jsonl', 'pdf'] },
        { name: 'from', label: 'from', type: 'instant', initial: () => daysAgo(30) },
        { name: 'to', label: 'until', type: 'instant', initial: () => daysAgo(0) },
        { name: 'excel', label: 'forExcel', type: 'check' },
      ],
      say: (_nothing, { type = '' }) => fill(texts().sayExport, { name: inWords(type) }),
      run: (_nothing, { type, format, from = '', to = '', excel }, idempotencyKey) =>
        florin.post('/v1/exports', {
          body: {
            ...{ type: type as Export['type'], format: format as Export['format'] },
            ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
            ...(excel === 'yes' && {
              bom: true,
              delimiter: ';' as const,
              decimal_mark: ',' as const,
            }),
          },
          idempotencyKey,
        }),
      touches: ['export'],
    },
  ],
});

const mayTax = (session: Session) => mayManageAccount(session) && session.account !== undefined;

/** A seller's own tax rates, which override Florin's. */
export const taxRates = defineKind<TaxRate>({
  name: 'tax_rate',
  screen: 'tax_rates',
  prefix: 'txr',
  list: (query) => florin.get('/v1/tax_rates', { query }),
  get: (id) => florin.get('/v1/tax_rates/{tax_rate_id}', { path: { tax_rate_id: id } }),
  apiPath: (id) => `/v1/tax_rates/${id}`,
  titleOf: ({ name, percentage }) => `${name} · ${percentage} %`,
  columns: columns<TaxRate>('name', 'percentage', 'country', 'valid_from', 'valid_until'),
  actions: [
    {
      label: 'doChange',
      undo: 'doChange',
      isOpen: (_rate, session) => mayTax(session),
      fields: [{ name: 'name', label: 'name', type: 'text', initial: ({ name }) => name }],
      say: (_rate, { name = '' }) => fill(texts().sayRenameRate, { name }),
      run: ({ id }, { name = '' }, idempotencyKey) =>
        florin.patch('/v1/tax_rates/{tax_rate_id}', {
          path: { tax_rate_id: id },
          body: { name },
          idempotencyKey,
        }),
      touches: ['tax_rate'],
    },
    {
      label: 'doEndRate',
      isOpen: ({ valid_until }, session) => valid_until === null && mayTax(session),
      fields: [
        {
          ...{ name: 'valid_until', label: 'until', type: 'text' },
          initial: () => daysAgo(0).slice(0, 10),
        },
      ],
      say: ({ name }, { valid_until = '' }) =>
        fill(texts().sayEndRate, { name, when: valid_until }),
      run: ({ id }, { valid_until = '' }, idempotencyKey) =>
        florin.patch('/v1/tax_rates/{tax_rate_id}', {
          path: { tax_rate_id: id },
          body: { valid_until },
          idempotencyKey,
        }),
      touches: ['tax_rate'],
    },
  ],
  creates: [
    {
      label: 'doCreateRate',
      isOpen: (_nothing, session) => mayTax(session),
      fields: [
        { name: 'name', label: 'name', type: 'text' },
        { name: 'percentage', label: 'percentage', type: 'text' },
        { name: 'country', label: 'country', type: 'text' },
      ],
      say: (_nothing, { percentage = '', country = '' }) =>
        fill(texts().sayCreateRate, { percentage, country }),
      run: (_nothing, { name = '', percentage = '', country = '' }, idempotencyKey) =>
        florin.post('/v1/tax_rates', { body: { name, percentage, country }, idempotencyKey }),
      touches: ['tax_rate'],
    },
  ],
});

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}
