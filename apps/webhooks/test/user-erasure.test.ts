import { newId, toPublicId, type Uuid } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { eraseUser } from '../src/erasures/command.ts';
import { eventOf } from './producers.ts';
import { useWebhooks } from './use-webhooks.ts';

const { database, ofIdentity, emit } = useWebhooks();

const CANARY = 'Canarymember';

function userOf(accountId: Uuid, userId: Uuid, sequence: number, type = 'user.updated') {
  const own = { name: CANARY, email: `${CANARY}${userId}@example.com`, role: 'owner' };
  const object = { object: 'user', id: toPublicId('user', userId), ...own };
  return {
    ...eventOf(accountId, userId, sequence, { type }),
    data: { object, previous: { name: CANARY } },
  };
}

/** The mail of an invitation by another user. */
function invitationTo(accountId: Uuid, userId: Uuid) {
  const object = {
    ...{ object: 'email_confirmation', id: 'emc_1', user_id: toPublicId('user', newId()) },
    ...{ purpose: 'invitation', email: `${CANARY}${userId}@example.com`, new_email: null },
  };
  const event = eventOf(accountId, newId(), 1, { type: 'email_confirmation.requested' });
  return { ...event, data: { object } };
}

/** An event caused by a user, from their address. */
function causedBy(accountId: Uuid, userId: Uuid) {
  const actor = { user_id: userId, session_id: newId(), api_key_id: null, role: 'owner' };
  return {
    ...eventOf(accountId, newId(), 1, { type: 'payment.created' }),
    request: { id: newId(), idempotency_key: null, actor: { ...actor, address: '192.0.2.7' } },
  };
}

function erasureOf(accountId: Uuid, userId: Uuid) {
  const object = { object: 'user', id: toPublicId('user', userId), name: null, invitation_ids: [] };
  return { ...eventOf(accountId, userId, 3, { type: 'user.anonymized' }), data: { object } };
}

async function logOf(...accountIds: readonly Uuid[]) {
  return database().query<{ id: string; data: object; request: { actor?: object } }>(
    'select id, data, request from webhooks.events where account_id = any($1) order by position',
    [accountIds],
  );
}

it('redacts an erased user in the log of any account, and in later events', async () => {
  const [accountId, elsewhere, userId, other] = [newId(), newId(), newId(), newId()];
  const foreign = userOf(accountId, other, 1);
  await ofIdentity().emit([
    ...[invitationTo(accountId, userId), userOf(accountId, userId, 1, 'user.created'), foreign],
  ]);
  await emit(causedBy(elsewhere, userId), causedBy(elsewhere, other));
  await eventually(async () => expect(await logOf(accountId, elsewhere)).toHaveLength(5));
  expect(JSON.stringify(await logOf(accountId))).toContain(CANARY);

  await ofIdentity().emit([erasureOf(accountId, userId), userOf(accountId, userId, 2)]);
  await emit(causedBy(elsewhere, userId));
  await eventually(async () => {
    const log = await logOf(accountId, elsewhere);
    expect(log).toHaveLength(8);
    const text = JSON.stringify(log.filter(({ id }) => id !== foreign.id));
    expect(text).not.toContain(CANARY);
    const addresses = log.flatMap(({ request: { actor } }) => actor ?? []);
    expect(addresses).toMatchObject([
      { user_id: userId, address: null },
      { user_id: other, address: '192.0.2.7' },
      { user_id: userId, address: null },
    ]);
    expect(JSON.stringify(log.find(({ id }) => id === foreign.id))).toContain(CANARY);
  });
});

it('a command erases a user who was deleted earlier, and refuses ids without a deletion', async () => {
  const [accountId, userId] = [newId(), newId()];
  await ofIdentity().emit([
    userOf(accountId, userId, 1, 'user.created'),
    userOf(accountId, userId, 2, 'user.deleted'),
  ]);
  await emit(causedBy(accountId, userId));
  await eventually(async () => expect(await logOf(accountId)).toHaveLength(3));
  const config = { database: { url: database().url, poolSizeMax: 2 } };
  const id = toPublicId('user', userId);
  expect(await eraseUser(config, [id])).toMatchObject({ data: { user_id: id } });
  // Idempotent.
  expect(await eraseUser(config, [id])).toMatchObject({ data: { user_id: id } });
  await eventually(async () => {
    const text = JSON.stringify(await logOf(accountId));
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain('192.0.2.7');
  });
  for (const wrong of [toPublicId('user', newId()), 'latest'])
    await expect(eraseUser(config, [wrong])).rejects.toThrow(wrong);
  await expect(eraseUser(config, [])).rejects.toThrow('usage: erase-user');
});
