import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { formatTime } from '../core/format.ts';
import { isInCharge, mayReadEvents, seesAll } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import { asPage, columns, defineKind } from './kind.ts';

type Event = Result<'get', '/v1/events/{event_id}'>;
type Endpoint = Result<'get', '/v1/webhook_endpoints/{webhook_endpoint_id}'>;
type Delivery = Result<
  'get',
  '/v1/webhook_endpoints/{webhook_endpoint_id}/deliveries'
>['data'][number];
type ApiKey = Result<'get', '/v1/api_keys/{api_key_id}'>;
type User = Result<'get', '/v1/account/users/{user_id}'>;
type Invitation = Result<'get', '/v1/invitations'>['data'][number];
type SessionRow = Result<'get', '/v1/auth/sessions'>['data'][number];
type AuditEntry = Result<'get', '/v1/audit_log'>['data'][number];
type Account = Result<'get', '/v1/accounts/{account_id}'>;

export const events = defineKind<Event>({
  name: 'event',
  screen: 'events',
  prefix: 'evt',
  isFor: mayReadEvents,
  list: (query) => florin.get('/v1/events', { query }),
  get: (id) => florin.get('/v1/events/{event_id}', { path: { event_id: id } }),
  apiPath: (id) => `/v1/events/${id}`,
  titleOf: ({ type }) => type,
  columns: [
    ...columns<Event>('type'),
    { label: 'object', of: ({ data }) => (data.object as { id?: unknown }).id ?? null },
    ...columns<Event>('created_at', 'id'),
  ],
});

const builds = (session: Parameters<typeof isInCharge>[0]) =>
  isInCharge(session) || session.role === 'developer' || seesAll(session);

export const endpoints = defineKind<Endpoint>({
  name: 'webhook_endpoint',
  screen: 'webhook_endpoints',
  prefix: 'we',
  isFor: builds,
  list: (query) => florin.get('/v1/webhook_endpoints', { query }),
  get: (id) =>
    florin.get('/v1/webhook_endpoints/{webhook_endpoint_id}', {
      path: { webhook_endpoint_id: id },
    }),
  apiPath: (id) => `/v1/webhook_endpoints/${id}`,
  titleOf: ({ url }) => url,
  columns: columns<Endpoint>('url', 'status', 'created_at'),
  related: [
    {
      screen: 'deliveries',
      list: async ({ id }) =>
        asPage(
          await florin.get('/v1/webhook_endpoints/{webhook_endpoint_id}/deliveries', {
            path: { webhook_endpoint_id: id },
          }),
        ),
    },
  ],
  actions: [
    {
      label: 'doTest',
      isOpen: (_endpoint, session) => builds(session) && session.role !== 'platform',
      say: () => texts().sayTest,
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/webhook_endpoints/{webhook_endpoint_id}/test', {
          path: { webhook_endpoint_id: id },
          idempotencyKey,
        }),
      touches: ['webhook_endpoint'],
    },
    {
      label: 'doReplay',
      isOpen: (_endpoint, session) => builds(session) && session.role !== 'platform',
      fields: [
        { name: 'from', label: 'from', type: 'instant', initial: () => hoursAgo(24) },
        { name: 'to', label: 'until', type: 'instant', initial: () => hoursAgo(0) },
      ],
      say: (_endpoint, { from = '', to = '' }) =>
        fill(texts().sayReplay, { from: formatTime(from), until: formatTime(to) }),
      run: ({ id }, { from = '', to = '' }, idempotencyKey) =>
        florin.post('/v1/webhook_endpoints/{webhook_endpoint_id}/replay', {
          path: { webhook_endpoint_id: id },
          body: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
          idempotencyKey,
        }),
      touches: ['webhook_endpoint'],
    },
    {
      label: 'doRotate',
      isOpen: (_endpoint, session) => builds(session) && session.role !== 'platform',
      say: () => texts().sayRotate,
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/webhook_endpoints/{webhook_endpoint_id}/rotate', {
          path: { webhook_endpoint_id: id },
          idempotencyKey,
        }),
      touches: ['webhook_endpoint'],
      isDangerous: true,
      secretOf: (reply) => (reply as { readonly secret?: string }).secret,
    },
  ],
});

export const deliveries = defineKind<Delivery>({
  name: 'delivery',
  screen: 'deliveries',
  columns: columns<Delivery>('event_id', 'status', 'created_at'),
});

const readingScopes = [
  ...(['transactions:read', 'payments:read', 'payouts:read', 'subscriptions:read'] as const),
  ...(['events:read', 'webhooks:read', 'account:read'] as const),
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
      isOpen: (_key, session) => isInCharge(session),
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
      isOpen: (_nothing, session) => isInCharge(session) && session.account !== undefined,
      fields: [
        { name: 'name', label: 'name', type: 'text' },
        { name: 'reads', label: 'readsOnly', type: 'check', initial: () => 'yes' },
      ],
      say: (_nothing, { name = '', reads }) =>
        fill(reads === 'yes' ? texts().sayCreateReadingKey : texts().sayCreateKey, { name }),
      run: (_nothing, { name = '', reads }, idempotencyKey) =>
        florin.post('/v1/api_keys', {
          body: { name, ...(reads === 'yes' ? { scopes: [...readingScopes] } : {}) },
          idempotencyKey,
        }),
      touches: ['api_key', 'event'],
      secretOf: (reply) => (reply as { readonly secret?: string }).secret,
    },
  ],
});

export const users = defineKind<User>({
  name: 'user',
  screen: 'users',
  prefix: 'usr',
  isFor: (session) => isInCharge(session) && session.account !== undefined,
  list: (query) => florin.get('/v1/account/users', { query }),
  get: (id) => florin.get('/v1/account/users/{user_id}', { path: { user_id: id } }),
  apiPath: (id) => `/v1/account/users/${id}`,
  titleOf: ({ name, email }) => name ?? email,
  columns: columns<User>('name', 'email', 'role', 'status', 'created_at'),
});

export const invitations = defineKind<Invitation>({
  name: 'invitation',
  screen: 'invitations',
  isFor: (session) => isInCharge(session) && session.account !== undefined,
  list: (query) => florin.get('/v1/invitations', { query }),
  columns: columns<Invitation>('email', 'role', 'created_at', 'expires_at'),
  creates: [
    {
      label: 'doInvite',
      isOpen: (_nothing, session) => isInCharge(session),
      fields: [
        { name: 'email', label: 'email', type: 'email' },
        {
          ...{ name: 'role', label: 'role', type: 'choice' },
          options: ['member', 'support', 'accountant', 'developer', 'account_admin'],
        },
      ],
      say: (_nothing, { email: who = '', role = '' }) => fill(texts().sayInvite, { who, role }),
      run: (_nothing, { email = '', role }, idempotencyKey) =>
        florin.post('/v1/invitations', {
          body: { email, role: role as Invitation['role'] },
          idempotencyKey,
        }),
      touches: ['invitation', 'event'],
    },
  ],
});

export const sessions = defineKind<SessionRow>({
  name: 'session',
  screen: 'sessions',
  list: (query) => florin.get('/v1/auth/sessions', { query }),
  columns: columns<SessionRow>('id', 'created_at'),
});

export const auditLog = defineKind<AuditEntry>({
  name: 'audit_entry',
  screen: 'audit_log',
  isFor: (session) => isInCharge(session) || seesAll(session),
  list: (query) => florin.get('/v1/audit_log', { query }),
  columns: [
    ...columns<AuditEntry>('action', 'outcome'),
    { label: 'actor', of: ({ actor }) => actor.user_id ?? actor.api_key_id },
    { label: 'target', of: ({ target }) => target?.id ?? null },
    ...columns<AuditEntry>('address', 'created_at'),
  ],
  filters: { outcome: ['done', 'refused'] },
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
      isOpen: ({ status }, { role }) => status === 'active' && role === 'admin',
      say: ({ name }) => fill(texts().saySuspend, { name }),
      run: (account, _values, key) => setStatus(account, 'suspended', key),
      touches: ['account', 'event'],
      isDangerous: true,
    },
    {
      label: 'doActivate',
      isOpen: ({ status }, { role }) => status === 'suspended' && role === 'admin',
      say: ({ name }) => fill(texts().sayActivate, { name }),
      run: (account, _values, key) => setStatus(account, 'active', key),
      touches: ['account', 'event'],
    },
  ],
});

function setStatus({ id }: Account, status: 'active' | 'suspended', idempotencyKey: string) {
  const path = { account_id: id };
  return florin.patch('/v1/accounts/{account_id}', { path, body: { status }, idempotencyKey });
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
