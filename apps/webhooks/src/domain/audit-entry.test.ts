import { newId, toPublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { toAuditEntry } from './audit-entry.ts';

const noActor = { user_id: null, session_id: null, api_key_id: null, role: null, address: null };
const change = {
  id: newId(),
  accountId: newId(),
  action: 'user.updated',
  status: null,
  error: null,
  createdAt: new Date(0),
  requestId: 'req_1',
  actor: noActor,
  targetId: 'usr_1',
  changed: ['status'],
  reason: null,
};

it('names the actor, the change and the address', () => {
  const [userId, sessionId] = [newId(), newId()];
  const actor = {
    ...noActor,
    user_id: userId,
    session_id: sessionId,
    role: 'owner',
    address: '::1',
  };
  expect(toAuditEntry({ ...change, actor })).toEqual({
    id: toPublicId('event', change.id),
    object: 'audit_entry',
    livemode: false,
    action: 'user.updated',
    created_at: '1970-01-01T00:00:00.000Z',
    account_id: toPublicId('account', change.accountId),
    actor: {
      type: 'user',
      user_id: toPublicId('user', userId),
      role: 'owner',
      session_id: toPublicId('session', sessionId),
      api_key_id: null,
    },
    address: '::1',
    request_id: 'req_1',
    operation: null,
    status: null,
    outcome: 'done',
    error: null,
    target: { type: 'user', id: 'usr_1' },
    changed: ['status'],
    reason: null,
  });
});

it('names the key, or an unknown actor', () => {
  const key = newId();
  expect(toAuditEntry({ ...change, actor: { ...noActor, api_key_id: key } }).actor).toMatchObject({
    type: 'api_key',
    api_key_id: toPublicId('apiKey', key),
  });
  expect(toAuditEntry(change).actor.type).toBe('anonymous');
});

it.each([
  ['PATCH /v1/users/{user_id}', 'user'],
  ['POST /v1/webhook_endpoints/{webhook_endpoint_id}/rotate', 'webhook_endpoint'],
  ['DELETE /v1/account', 'account'],
  ['POST /v1/auth/login', 'session'],
  ['POST /pay/{token}', 'payment'],
])('finds the object type of %s', (action, type) => {
  const refused = { ...change, action, status: 403, error: 'forbidden', actor: noActor };
  expect(toAuditEntry(refused)).toMatchObject({
    action,
    outcome: 'refused',
    error: 'forbidden',
    target: { type, id: 'usr_1' },
  });
  expect(toAuditEntry({ ...refused, status: 201, error: null }).outcome).toBe('done');
});
