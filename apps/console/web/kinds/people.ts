import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { inWords } from '../core/format.ts';
import { mayManageAccount } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import { columns, defineKind } from './kind.ts';

type User = Result<'get', '/v1/account/users/{user_id}'>;
type Invitation = Result<'get', '/v1/invitations'>['data'][number];

const teamRoles = ['member', 'support', 'accountant', 'developer', 'account_admin'];

export const users = defineKind<User>({
  name: 'user',
  screen: 'users',
  prefix: 'usr',
  isFor: (session) => mayManageAccount(session) && session.account !== undefined,
  list: (query) => florin.get('/v1/account/users', { query }),
  get: (id) => florin.get('/v1/account/users/{user_id}', { path: { user_id: id } }),
  apiPath: (id) => `/v1/account/users/${id}`,
  titleOf: ({ name, email }) => name ?? email,
  columns: columns<User>('name', 'email', 'role', 'status', 'created_at'),
  actions: [
    {
      label: 'doChangeRole',
      undo: 'doChangeRole',
      isOpen: ({ role }, session) => role !== 'owner' && mayManageAccount(session),
      fields: [
        {
          ...{ name: 'role', label: 'role', type: 'choice' },
          options: teamRoles,
          initial: ({ role }) => role ?? 'member',
        },
      ],
      say: ({ name, email }, { role = '' }) =>
        fill(texts().sayChangeRole, { name: name ?? email, role: inWords(role) }),
      run: ({ id }, { role }, idempotencyKey) =>
        florin.patch('/v1/account/users/{user_id}', {
          path: { user_id: id },
          body: { role: role as Invitation['role'] },
          idempotencyKey,
        }),
      touches: ['user', 'event'],
    },
    {
      label: 'doTransferOwnership',
      isOpen: ({ role }, session) => role !== 'owner' && session.role === 'owner',
      say: ({ name, email }) => fill(texts().sayTransferOwnership, { name: name ?? email }),
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/account/owner', { body: { user_id: id }, idempotencyKey }),
      touches: ['user', 'session', 'event'],
      isDangerous: true,
    },
    {
      label: 'doRemove',
      isOpen: ({ role }, session) => role !== 'owner' && mayManageAccount(session),
      fields: [{ name: 'revoke_keys', label: 'revokeKeys', type: 'check', isOptional: true }],
      say: ({ name, email }) => fill(texts().sayRemoveUser, { name: name ?? email }),
      run: ({ id }, { revoke_keys }, idempotencyKey) =>
        florin.delete('/v1/account/users/{user_id}', {
          ...{ path: { user_id: id }, body: { revoke_keys: revoke_keys === 'yes' } },
          idempotencyKey,
        }),
      touches: ['user', 'api_key', 'event'],
      isDangerous: true,
    },
  ],
});

export const invitations = defineKind<Invitation>({
  name: 'invitation',
  screen: 'invitations',
  isFor: (session) => mayManageAccount(session) && session.account !== undefined,
  list: (query) => florin.get('/v1/invitations', { query }),
  columns: columns<Invitation>('email', 'role', 'created_at', 'expires_at'),
  actions: [
    {
      label: 'doTakeBack',
      isOpen: (_invitation, session) => mayManageAccount(session),
      say: ({ email }) => fill(texts().sayTakeBack, { who: email }),
      run: ({ id }, _values, idempotencyKey) =>
        florin.delete('/v1/invitations/{invitation_id}', {
          path: { invitation_id: id },
          idempotencyKey,
        }),
      touches: ['invitation', 'event'],
      isDangerous: true,
    },
  ],
  creates: [
    {
      label: 'doInvite',
      isOpen: (_nothing, session) => mayManageAccount(session),
      fields: [
        { name: 'email', label: 'email', type: 'email' },
        {
          ...{ name: 'role', label: 'role', type: 'choice' },
          options: teamRoles,
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
