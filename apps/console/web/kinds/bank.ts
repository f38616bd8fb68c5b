import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import type { Session } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import { columns, defineKind, filled } from './kind.ts';

type ProcessorAccount = Result<'get', '/v1/processor_accounts'>['data'][number];
type Unmatched = Result<'get', '/v1/unmatched_money/{unmatched_money_id}'>;
type Statement = Result<'get', '/v1/bank_statements'>['data'][number];

const operates = ({ role }: Session): boolean => role === 'admin';

/** Accounts at payment processors. */
export const processorAccounts = defineKind<ProcessorAccount>({
  name: 'processor_account',
  screen: 'processor_accounts',
  isFor: operates,
  list: (query) => florin.get('/v1/processor_accounts', { query }),
  columns: columns<ProcessorAccount>('account_id', 'processor', 'reference', 'created_at'),
  actions: [
    {
      label: 'doRemove',
      isOpen: (_account, session) => operates(session),
      say: ({ reference }) => fill(texts().sayDisconnect, { name: reference }),
      run: ({ id }, _values, idempotencyKey) =>
        florin.delete('/v1/processor_accounts/{processor_account_id}', {
          path: { processor_account_id: id },
          idempotencyKey,
        }),
      touches: ['processor_account'],
      isDangerous: true,
    },
  ],
  creates: [
    {
      label: 'doConnect',
      isOpen: (_nothing, session) => operates(session),
      fields: [
        { name: 'account_id', label: 'account', type: 'text' },
        { name: 'processor', label: 'processor', type: 'choice', options: ['stripe'] },
        { name: 'reference', label: 'reference', type: 'text' },
      ],
      say: (_nothing, { reference = '' }) => fill(texts().sayConnect, { name: reference }),
      run: (_nothing, { account_id = '', processor = '', reference = '' }, idempotencyKey) =>
        florin.post('/v1/processor_accounts', {
          body: { account_id, processor, reference },
          idempotencyKey,
        }),
      touches: ['processor_account'],
    },
  ],
});

/** Bank statement entries that match no payment. */
export const unmatchedMoney = defineKind<Unmatched>({
  name: 'unmatched_money',
  screen: 'unmatched_money',
  prefix: 'unm',
  isFor: operates,
  list: (query) => florin.get('/v1/unmatched_money', { query }),
  get: (id) =>
    florin.get('/v1/unmatched_money/{unmatched_money_id}', { path: { unmatched_money_id: id } }),
  apiPath: (id) => `/v1/unmatched_money/${id}`,
  titleOf: ({ payer_name, remittance, id }) => payer_name ?? remittance ?? id,
  columns: columns<Unmatched>(
    'amount',
    'status',
    'reason',
    'payer_name',
    'remittance',
    'created_at',
  ),
  filters: { status: ['open', 'assigned', 'returned'] },
  actions: [
    {
      label: 'doAssign',
      isOpen: ({ status }, session) => status === 'open' && operates(session),
      fields: [
        { name: 'payment_id', label: 'payment', type: 'text', isOptional: true },
        { name: 'account_id', label: 'account', type: 'text', isOptional: true },
      ],
      say: () => texts().sayAssign,
      run: ({ id }, values, idempotencyKey) =>
        florin.post('/v1/unmatched_money/{unmatched_money_id}/assign', {
          path: { unmatched_money_id: id },
          body: filled(values),
          idempotencyKey,
        }),
      touches: ['unmatched_money', 'payment'],
    },
    {
      label: 'doReturn',
      isOpen: ({ status }, session) => status === 'open' && operates(session),
      fields: [{ name: 'note', label: 'reason', type: 'text' }],
      say: () => texts().sayReturn,
      run: ({ id }, { note = '' }, idempotencyKey) =>
        florin.post('/v1/unmatched_money/{unmatched_money_id}/return', {
          path: { unmatched_money_id: id },
          body: { note },
          idempotencyKey,
        }),
      touches: ['unmatched_money'],
      isDangerous: true,
    },
  ],
});

export const bankStatements = defineKind<Statement>({
  name: 'bank_statement',
  screen: 'bank_statements',
  isFor: operates,
  list: (query) => florin.get('/v1/bank_statements', { query }),
  columns: columns<Statement>(
    ...(['bank_reference', 'format', 'entry_count', 'matched_count', 'unmatched_count'] as const),
    'created_at',
  ),
});
