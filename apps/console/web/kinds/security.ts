import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { fill, texts } from '../texts/index.ts';
import { asPage, columns, defineKind } from './kind.ts';

type SessionRow = Result<'get', '/v1/auth/sessions'>['data'][number];
type Factor = Result<'get', '/v1/auth/factors'>['data'][number];

export const sessions = defineKind<SessionRow>({
  name: 'session',
  screen: 'sessions',
  list: (query) => florin.get('/v1/auth/sessions', { query }),
  columns: columns<SessionRow>('device', 'network', 'current', 'created_at', 'expires_at'),
  actions: [
    {
      label: 'doEndSession',
      isOpen: ({ current }) => !current,
      say: ({ device }) => fill(texts().sayEndSession, { name: device ?? '' }),
      run: ({ id }) => florin.delete('/v1/auth/session', { body: { session_id: id } }),
      touches: ['session'],
      isDangerous: true,
    },
  ],
});

/** Second factors of the logged-in user. */
export const factors = defineKind<Factor>({
  name: 'factor',
  screen: 'factors',
  list: async () => asPage(await florin.get('/v1/auth/factors')) as never,
  columns: columns<Factor>('type', 'status', 'created_at'),
  actions: [
    {
      label: 'doConfirmFactor',
      isOpen: ({ status }) => status !== 'active',
      fields: [{ name: 'code', label: 'code', type: 'text' }],
      say: () => texts().sayConfirmFactor,
      run: ({ id }, { code = '' }, idempotencyKey) =>
        florin.post('/v1/auth/factors/{factor_id}/confirm', {
          path: { factor_id: id },
          body: { code },
          idempotencyKey,
        }),
      touches: ['factor', 'session'],
      secretOf: (reply) =>
        (reply as { readonly recovery_codes?: readonly string[] }).recovery_codes?.join(' '),
    },
    {
      label: 'doRemove',
      isOpen: () => true,
      say: () => texts().sayRemoveFactor,
      run: ({ id }, _values, idempotencyKey) =>
        florin.delete('/v1/auth/factors/{factor_id}', { path: { factor_id: id }, idempotencyKey }),
      touches: ['factor'],
      isDangerous: true,
    },
  ],
  creates: [
    {
      label: 'doCreateFactor',
      isOpen: () => true,
      fields: [{ name: 'own_password', label: 'ownPassword', type: 'text' }],
      say: () => texts().sayCreateFactor,
      run: (_nothing, { own_password: password = '' }, idempotencyKey) =>
        florin.post('/v1/auth/factors', { body: { password, type: 'totp' }, idempotencyKey }),
      touches: ['factor'],
      secretOf: (reply) => (reply as { readonly otpauth_url?: string }).otpauth_url,
    },
  ],
});
