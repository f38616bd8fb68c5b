import { expect, it } from 'vitest';
import { createKey, isKeyAlive } from './keys.ts';
import { newOwner, outcome } from './people.ts';
import { useIdentity } from './start-identity.ts';

const { identity, database } = useIdentity();

it('PATCH /v1/api_keys/{api_key_id} 200: renames a key, which stays valid, and publishes that once', async () => {
  const { caller } = await newOwner(identity());
  const made = await createKey(identity(), caller, { name: 'backend' });
  const rename = (name: string, by = caller) =>
    identity().call('PATCH', `/v1/api_keys/${made.body.id}`, { caller: by, body: { name } });
  const renamed = await rename('back end');
  const { secret: _, ...before } = made.body;
  expect([renamed.status, renamed.body]).toEqual([200, { ...before, name: 'back end' }]);
  expect(await isKeyAlive(identity(), made)).toBe(true);
  expect(outcome(await rename('back end'))).toBe('200');
  expect(outcome(await rename('mine', (await newOwner(identity())).caller))).toBe('404 not_found');
  const rows = await database().query<{ body: string }>(
    `select body from outbox where body like '%api_key.updated%' and body like $1`,
    [`%${made.body.id}%`],
  );
  expect(rows.map(({ body }) => JSON.parse(body).data)).toMatchObject([
    { object: { name: 'back end' }, previous: { name: 'backend' } },
  ]);
});
