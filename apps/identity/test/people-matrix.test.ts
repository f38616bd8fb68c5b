import { newId } from '@florin/contracts';
import { type Answer, retry } from '@florin/testing';
import { beforeAll, expect, it } from 'vitest';
import { type Person as Judged, mayActOn } from '../src/domain/access.ts';
import { accountIdOf, makeJoining } from './joining.ts';
import { logInAs, newAdmin, newOwner, newUser, type Person } from './people.ts';
import {
  type ActorName,
  actors,
  acts,
  doors,
  letters,
  type Relation,
  relations,
} from './people-acts.ts';
import { useIdentity } from './start-identity.ts';
import { PASSWORD } from './steps.ts';

const service = useIdentity();
const { identity, database } = service;
const { join, chooseByMail } = makeJoining(service);
const TIMEOUT_MS = 300_000;

/** Actors on the people of one relation. */
type Cast = Readonly<Record<Exclude<ActorName, 'themselves'> | 'z' | 'elsewhere', Person>>;

let admin: Person;
let platform: Person;

beforeAll(async () => {
  admin = await newAdmin(identity());
  platform = await newUser(identity(), admin.caller, { role: 'platform' });
});

async function makeCast(): Promise<Cast> {
  const x = await newOwner(identity());
  return {
    'owner of X': x,
    'account admin of X': await join(x, 'account_admin'),
    'member of X': await join(x, 'member'),
    'support of X': await join(x, 'support'),
    'owner of Y': await newOwner(identity()),
    platform,
    administrator: admin,
    z: await newOwner(identity()),
    elsewhere: await newOwner(identity()),
  };
}

/** Retries when a lock or a busy database makes the service ask for it. */
function call(by: Person, method: string, path: string, body?: object): Promise<Answer> {
  const key = method === 'GET' ? {} : { idempotencyKey: newId() };
  const options = { caller: by.caller, ...key, ...(body === undefined ? {} : { body }) };
  return retry(() => identity().call(method, path, options));
}
const change = async (by: Person, whom: Person, body: object) =>
  expect((await call(by, 'PATCH', `/v1/users/${whom.id}`, body)).status).toBe(200);

/** Creates a person in a relation to X, with a session in X if they belong to it. */
const makers: Readonly<Record<Relation, (cast: Cast) => Promise<Person>>> = {
  'created by X': ({ 'owner of X': x }) => newUser(identity(), x.caller),
  async 'created by X, chose a password'({ 'owner of X': x }) {
    const person = await newUser(identity(), x.caller);
    await change(person, person, { password: PASSWORD });
    return person;
  },
  async 'created by X, chose a password by mail'({ 'owner of X': x }) {
    const { email } = await newUser(identity(), x.caller);
    expect((await chooseByMail(email, PASSWORD)).status).toBe(200);
    return logInAs(identity(), email);
  },
  'invited to X': ({ 'owner of X': x }) => join(x, 'member'),
  async 'first in X, later in Y'({ 'owner of X': x, 'owner of Y': y }) {
    const person = await join(x, 'member');
    await join(y, 'member', person.email);
    return person;
  },
  async 'first in Z, later in X'({ 'owner of X': x, z }) {
    const { email } = await join(z, 'member');
    return join(x, 'member', email);
  },
  'invited to X as owner': ({ 'owner of X': x }) => join(x, 'owner'),
  'created in X by an administrator': ({ 'owner of X': x }) =>
    newUser(identity(), admin.caller, { account_id: accountIdOf(x) }),
  async 'created by X, moved to Z'({ 'owner of X': x, z }) {
    const person = await newUser(identity(), x.caller);
    await change(admin, person, { account_id: accountIdOf(z) });
    return logInAs(identity(), person.email);
  },
  'in Z alone': ({ z }) => join(z, 'member'),
  'in no account': () => newUser(identity()),
  'staff of the platform': () => newUser(identity(), admin.caller, { role: 'platform' }),
};

/** Everything of a person that an act could change. */
const stateOf = async ({ userId }: Person) =>
  JSON.stringify(
    await database().query(
      `select users.*, (select json_agg(memberships) from memberships where user_id = users.id),
              (select json_agg(id) from second_factors where user_id = users.id)
         from users where id = $1`,
      [userId],
    ),
  );

/** The person as the pure decision sees them. */
async function judged({ userId }: Person): Promise<Judged> {
  const [person] = await database().query<Judged>(
    `select id, account_id as "accountId", role, created_by as "createdBy",
            has_own_password as "hasOwnPassword",
            coalesce((select json_agg(json_build_object('accountId', account_id, 'role', role))
                        from memberships where user_id = users.id), '[]') as "guestIn"
       from users where id = $1`,
    [userId],
  );
  if (!person) throw new Error('the person is gone');
  return person;
}

const setStatus = ({ userId }: Person, status: string) =>
  database().query('update users set status = $1 where id = $2', [status, userId]);

it.concurrent.each(Object.keys(relations) as Relation[])(
  'a person who is %s is acted on by those who may, and no one else',
  async (relation) => {
    const cast = await makeCast();
    const make = () => makers[relation](cast);
    const table: Readonly<Partial<Record<ActorName, string>>> = relations[relation];
    const [still, pending] = [await make(), await make()];
    await setStatus(pending, 'pending');
    const wrong: string[] = [];
    const cells = { yes: 0, no: 0 };
    for (const actor of actors) {
      const allowed = letters.filter((letter) => table[actor]?.includes(letter));
      const before = [await stateOf(still), await stateOf(pending)];
      for (const letter of letters) {
        const isAllowed = allowed.includes(letter);
        const reads = letter === 's' || letter === 'm';
        const whom = isAllowed && !reads ? await make() : letter === 'u' ? pending : still;
        if (isAllowed && letter === 'u') await setStatus(whom, 'pending');
        const by = actor === 'themselves' ? whom : cast[actor];
        const decided = mayActOn(by.caller, await judged(whom), acts[letter]);
        const ask = (...asked: [string, string, object?]) => call(by, ...asked);
        const { status, body } = await doors[letter](ask, whom.id, accountIdOf(cast.elsewhere));
        const seen = status < 300 ? 'yes' : [400, 401, 403, 404].includes(status) ? 'no' : status;
        const cell = `${actor}: ${acts[letter]}`;
        if (seen !== (isAllowed ? 'yes' : 'no'))
          wrong.push(`${cell} answers ${status}: ${body.message}`);
        if (decided !== isAllowed) wrong.push(`${cell} is decided as ${decided}`);
        if (isAllowed && letter === 'h') await takeBack(by);
        cells[isAllowed ? 'yes' : 'no'] += 1;
      }
      const after = [await stateOf(still), await stateOf(pending)];
      expect(after, `refusals of ${actor} change nothing`).toEqual(before);
    }
    expect(wrong).toEqual([]);
    expect(cells.yes + cells.no).toBe(actors.length * letters.length);
    expect(cells.yes).toBe(Object.values(table).join('').length);
  },
  TIMEOUT_MS,
);

/** Restores the ownership of actors who transferred it. */
const takeBack = ({ userId }: Person) =>
  database().query(`update users set role = 'owner' where id = $1`, [userId]);

it('covers 8 actors, 12 relations and 13 acts', () => {
  expect(actors.length * Object.keys(relations).length * letters.length).toBe(1_248);
});
