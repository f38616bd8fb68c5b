import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { mayManageAccount, seesAll } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import { asPage, columns, defineKind, linesOf } from './kind.ts';
import { builds } from './webhooks.ts';

type ApiKey = Result<'get', '/v1/api_keys/{api_key_id}'>;
type AuditEntry = Result<'get', '/v1/audit_log'>['data'][number];
type Account = Result<'get', '/v1/accounts/{account_id}'>;

type Scopes = NonNullable<Parameters<typeof florin.post<'/v1/api_keys'>>[1]['body']['scopes']>;

const nouns = [
  ...(['transactions', 'payments', 'payouts', 'subscriptions'] as const),
  ...(['events', 'webhooks', 'account'] as const),
];
const readingScopes = nouns.map((noun) => `${noun}:read` as const);
const allScopes = [
  ...[...nouns, ...(['users', 'api_keys', 'settings'] as const)].flatMap(
    (noun) => [`${noun}:read`, `${noun}:write`] as const,
  ),
  'audit_log:read' as const,
];

export const apiKeys = defineKind<ApiKey>({
  name: 'api_key',
  screen: 'api_keys',
  prefix: 'key',
  isFor: builds,
  list: (query) => florin.get('/v1/api_keys', { query }),
  get: (id) => florin.get('/v1/api_keys/{api_key_id}', { path: { api_key_id: id } }),
  apiPath: (id) => `/v1/api_keys/${id}`,
  titleOf: ({ name }) => name,
  columns: columns<ApiKey>('name', 'prefix', 'last_used_at', 'expires_at', 'created_at'),
  actions: [
    {
      label: 'doRevoke',
      isOpen: (_key, session) => mayManageAccount(session),
      say: ({ name }) => fill(texts().sayRevoke, { name }),
      run: ({ id }, _values, idempotencyKey) =>
        florin.delete('/v1/api_keys/{api_key_id}', { path: { api_key_id: id }, idempotencyKey }),
      touches: ['api_key', 'event'],
      isDangerous: true,
    },
  ],
  creates: [
    {
      label: 'doCreateKey',
      isOpen: (_nothing, session) => mayManageAccount(session) && session.account !== undefined,
      fields: [
        { name: 'name', label: 'name', type: 'text' },
        {
          ...{ name: 'scopes', label: 'scopes', type: 'choices', options: allScopes },
          initial: () => readingScopes.join('\n'),
        },
      ],
      say: (_nothing, { name = '', scopes = '' }) => {
        const chosen = linesOf(scopes);
        if (chosen.every((scope) => scope.endsWith(':read')))
          return fill(texts().sayCreateReadingKey, { name, scopes: chosen.join(', ') });
        return fill(texts().sayCreateKey, { name, scopes: chosen.join(', ') });
      },
      run: (_nothing, { name = '', scopes = '' }, idempotencyKey) =>
        florin.post('/v1/api_keys', {
          body: { name, scopes: [...linesOf(scopes)] as Scopes },
          idempotencyKey,
        }),
      touches: ['api_key', 'event'],
      secretOf: (reply) => (reply as { readonly secret?: string }).secret,
    },
  ],
});

export const auditLog = defineKind<AuditEntry>({
  name: 'audit_entry',
  screen: 'audit_log',
  isFor: (session) => mayManageAccount(session) || seesAll(session),
  list: (query) => florin.get('/v1/audit_log', { query }),
  columns: [
    ...columns<AuditEntry>('action', 'outcome'),
    { label: 'actor', of: ({ actor }) => actor.user_id ?? actor.api_key_id },
    { label: 'target', of: ({ target }) => target?.id ?? null },
    ...columns<AuditEntry>('error', 'reason', 'address', 'request_id', 'created_at'),
  ],
  filters: { outcome: ['done', 'refused'], type: [], object_id: [] },
  listFile: { label: 'exportList', path: '/v1/audit_log/export' },
});

export const accounts = defineKind<Account>({
  name: 'account',
  screen: 'accounts',
  prefix: 'acc',
  isFor: seesAll,
  list: async (query) => asPage(await florin.get('/v1/accounts', { query })) as never,
  get: (id) => florin.get('/v1/accounts/{account_id}', { path: { account_id: id } }),
  apiPath: (id) => `/v1/accounts/${id}`,
  titleOf: ({ name }) => name,
  columns: columns<Account>('name', 'email', 'status', 'livemode', 'created_at'),
  actions: [
    {
      label: 'doSuspend',
      undo: 'doActivate',
      isOpen: ({ status }, { role }) => status === 'active' && role === 'admin',
      fields: [{ name: 'reason', label: 'suspendReason', type: 'text' }],
      say: ({ name }) => fill(texts().saySuspend, { name }),
      run: ({ id }, { reason = '' }, idempotencyKey) =>
        florin.patch('/v1/accounts/{account_id}', {
          path: { account_id: id },
          body: { status: 'suspended', status_reason: reason },
          idempotencyKey,
        }),
      touches: ['account', 'event'],
      isDangerous: true,
    },
    {
      label: 'doActivate',
      undo: 'doSuspend',
      isOpen: ({ status }, { role }) => status === 'suspended' && role === 'admin',
      say: ({ name }) => fill(texts().sayActivate, { name }),
      run: ({ id }, _values, idempotencyKey) =>
        florin.patch('/v1/accounts/{account_id}', {
          path: { account_id: id },
          body: { status: 'active' },
          idempotencyKey,
        }),
      touches: ['account', 'event'],
    },
  ],
});
