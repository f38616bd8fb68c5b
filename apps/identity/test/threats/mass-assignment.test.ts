import { isDeepStrictEqual } from 'node:util';
import { type Caller, newId, toPublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { createUser, newPeople, newUser } from '../people.ts';
import { useIdentity } from '../start-identity.ts';
import { newEmail, PASSWORD } from '../steps.ts';

const { identity } = useIdentity();

/** As JSON text, since an object literal cannot have a member of its own named `__proto__`. */
const corpus = (accountId: string) => [
  '"role":"admin"',
  `"account_id":"${toPublicId('account', accountId)}"`,
  `"id":"${toPublicId('user', newId())}"`,
  '"status":"suspended"',
  '"created_at":"2001-01-01T00:00:00.000Z"',
  '"updated_at":"2001-01-01T00:00:00.000Z"',
  '"version":99',
  '"password_hash":"x"',
  '"userId":"x"',
  '"__proto__":{"role":"admin","status":"suspended","account_id":"x"}',
  '"constructor":{"prototype":{"role":"admin"}}',
];

it('ignores or refuses protected fields at creation', async () => {
  const people = await newPeople(identity());
  for (const by of [undefined, people.loner, people.owner, people.member, people.platform])
    for (const field of corpus(people.otherOwner.accountId ?? '')) {
      const text = `{"email":"${newEmail()}","password":"${PASSWORD}",${field}}`;
      const { status, body } = await createUser(identity(), by?.caller, JSON.parse(text));
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    }
  expect(Object.hasOwn(Object.prototype, 'role')).toBe(false);
});

/** Fields changed by a caller who may not set them. */
async function findTaken(as: Partial<Caller> = {}): Promise<readonly string[]> {
  const at = identity();
  const people = await newPeople(at);
  const user = await newUser(at, people.owner.caller);
  const read = async () =>
    (await at.call('GET', `/v1/users/${user.id}`, { caller: user.caller })).body;
  const taken: string[] = [];
  for (const by of [user, people.owner])
    for (const field of corpus(people.otherOwner.accountId ?? '')) {
      if (field.includes('status":"susp') && !field.includes('proto')) continue;
      const before = await read();
      const answer = await at.call('PATCH', `/v1/users/${user.id}`, {
        caller: { ...by.caller, ...as },
        body: JSON.parse(`{${field}}`),
      });
      expect([200, 400]).toContain(answer.status);
      if (!isDeepStrictEqual(await read(), before)) taken.push(field);
    }
  return taken;
}

it('changes only permitted fields of a user', async () => {
  expect(await findTaken()).toEqual([]);
});

it('changes them if every caller counts as an admin: the test would notice', async () => {
  expect(await findTaken({ role: 'admin' })).not.toEqual([]);
});
