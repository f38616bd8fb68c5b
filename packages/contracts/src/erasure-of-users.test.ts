import { expect, it } from 'vitest';
import { erasedUsersIn, redactUserEvent, usersOf } from './erasure-of-users.ts';
import type { DomainEvent } from './events.ts';
import { newId, toPublicId } from './ids.ts';

const userId = newId();
const invitationId = newId();
const erased = { userId, invitationIds: [invitationId] };
const id = toPublicId('user', userId);
const email = `${id}@users.invalid`;

function eventOf(object: object, previous?: object, actorId = newId()): DomainEvent {
  const actor = { user_id: actorId, session_id: null, api_key_id: null, role: null };
  return {
    ...{ id: newId(), type: 'user.updated', created_at: new Date().toISOString() },
    ...{ account_id: null, aggregate_id: userId, aggregate_sequence: 2 },
    data: { object: { ...object }, ...(previous ? { previous: { ...previous } } : {}) },
    request: { id: 'req_1', idempotency_key: null, actor: { ...actor, address: '192.0.2.7' } },
  };
}

it('redacts a user, what was mailed to them and invitations to their address', () => {
  const canary = { email: 'CANARY', name: 'CANARY', username: 'CANARY', new_email: 'CANARY' };
  const objects = [
    { object: 'user', id, ...canary, role: 'owner' },
    { object: 'email_confirmation', id: 'emc_1', user_id: id, ...canary, name: 'kept' },
    { object: 'invitation', id: toPublicId('invitation', invitationId), email: 'CANARY' },
  ];
  const [user, confirmation, invitation] = objects.map(
    (object) => redactUserEvent(eventOf(object, { email: 'CANARY' }), erased).data,
  );
  expect(user).toMatchObject({
    object: { id, email, name: null, username: null, role: 'owner' },
    previous: { email },
  });
  expect(confirmation?.object).toMatchObject({ email, new_email: null, name: 'kept' });
  expect(invitation?.object).toMatchObject({ email });
});

it('redacts the mail of an invitation for the user who is invited, not for the one who invites', () => {
  const mail = {
    object: 'email_confirmation',
    user_id: id,
    purpose: 'invitation',
    email: 'CANARY',
  };
  expect(redactUserEvent(eventOf(mail), erased).data.object).toEqual(mail);
  const invited = { ...erased, userId: newId(), emails: new Set(['CANARY']) };
  const { object } = redactUserEvent(eventOf(mail), invited).data;
  expect(object).toMatchObject({ user_id: id, email: expect.stringContaining('@users.invalid') });
});

it('leaves out the address of requests by the user, and keeps everything of others', () => {
  const other = { object: 'user', id: toPublicId('user', newId()), email: 'kept' };
  const own = redactUserEvent(eventOf(other, undefined, userId), erased);
  expect(own.data.object).toEqual(other);
  expect(own.request.actor).toMatchObject({ user_id: userId, address: null });
  const foreign = eventOf(other);
  expect(redactUserEvent(foreign, erased)).toEqual(foreign);
});

it('finds erasures, and the users of events', () => {
  const object = { object: 'user', id, invitation_ids: [toPublicId('invitation', invitationId)] };
  const event = { ...eventOf(object, undefined, userId), type: 'user.anonymized' };
  expect(erasedUsersIn([event, eventOf(object)])).toEqual([erased]);
  expect(usersOf([event])).toEqual([userId]);
});
