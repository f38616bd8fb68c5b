import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { call } from '../api.ts';
import { must, newKey, newOwner } from '../contract/people.ts';
import { query } from '../database.ts';
import { EXPIRING, findAnywhere, findInFiles } from './find-canary.ts';

/** In every text about the user, and in no other test. */
const CANARY = 'canarymember';
const isKept = (place: string) => EXPIRING.some((name) => place.split(' ')[1]?.startsWith(name));

/** A user who was invited, logged in and changed their name. */
async function makeHistory() {
  const [owner, other] = [await newOwner(), await newOwner()];
  const email = `${CANARY}-${Date.now()}@example.com`;
  const password = 'correct horse battery';
  const body = { email, password, name: `${CANARY} Ada` };
  const { id } = await must(() => owner.call('POST', '/v1/users', { body }));
  const headers = { 'User-Agent': `${CANARY}/1` };
  const { access_token: token } = await must(() =>
    call('POST', '/v1/auth/login', { body: { email, password }, headers }),
  );
  const username = `${CANARY}-${Date.now()}`;
  await must(() =>
    call('PATCH', `/v1/users/${id}`, { token, body: { name: `${CANARY} Grace`, username } }),
  );
  await must(() => other.call('POST', '/v1/invitations', { body: { email } }));
  return { owner, other, id, email, password, token };
}

it('an anonymized user is in no table, log or search result', async () => {
  const { owner, other, id, email, password, token } = await makeHistory();
  // The search of this test finds the canary.
  await eventually(async () => {
    const before = await findAnywhere(CANARY);
    for (const table of [
      ...['identity users', 'identity sessions', 'identity invitations', 'webhooks events'],
      ...['console objects', 'mail messages'],
    ])
      expect(before.filter((place) => place.startsWith(table))).not.toEqual([]);
    const waiting = `select from mail.messages where receiver = $1 and status = 'waiting'`;
    expect(await query('mail', waiting, [email])).toEqual([]);
  });

  const foreign = await other.call('POST', `/v1/users/${id}/anonymize`);
  expect(foreign.status).toBe(403);
  const erased = await must(() => owner.call('POST', `/v1/users/${id}/anonymize`));
  expect(erased).toMatchObject({ id, api_keys: [] });
  expect((await call('GET', `/v1/users/${id}`, { token })).status).toBe(401);
  const login = await call('POST', '/v1/auth/login', { body: { email, password } });
  expect(login.body.error).toBe('invalid_credentials');
  await eventually(async () => {
    const left = (await findAnywhere(CANARY)).filter((place) => !isKept(place));
    expect(left).toEqual([]);
  });
  expect(findInFiles(CANARY)).toEqual([]);
  const { data: found } = await must(() => owner.call('GET', `/v1/search?q=${CANARY}`));
  expect(found).toEqual([]);
  // The audit log keeps ids.
  const { data: entries } = await must(() => owner.call('GET', `/v1/audit_log?object_id=${id}`));
  expect(entries.map(({ action }: { action: string }) => action)).toContain('user.anonymized');
  const own = entries.filter((entry: { actor: { user_id: string } }) => entry.actor.user_id === id);
  expect(own.map(({ address }: { address: string | null }) => address)).toEqual([null]);

  const again = await must(() => owner.call('POST', `/v1/users/${id}/anonymize`));
  expect(again.id).toBe(id);
  expect((await other.call('POST', `/v1/users/${id}/anonymize`)).status).toBe(404);
});

it('an API key does not anonymize the user who made it', async () => {
  const owner = await newOwner();
  const key = await newKey(owner);
  const refused = await key.call('POST', `/v1/users/${owner.userId}/anonymize`);
  expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
});
