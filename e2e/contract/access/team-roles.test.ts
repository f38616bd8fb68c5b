import { beforeAll, expect, it } from 'vitest';
import { call } from '../../api.ts';
import { readOperations } from '../document.ts';
import { must, newUser, type Owner, type Person } from '../people.ts';
import { logInAdmin } from '../world.ts';
import { prepare } from './ask.ts';
import { byKnowledge } from './recipes.ts';
import { makeSide, type Side } from './sides.ts';
import { allowed, own, roles, type TeamRole } from './team-permissions.ts';

let side: Side;
let admin: Owner;
const people = new Map<TeamRole, Person>();
beforeAll(async () => {
  [side, admin] = await Promise.all([makeSide('A'), logInAdmin()]);
  const policy = { support_refund_max: 1_000_000 };
  await must(() => side.owner.call('PATCH', '/v1/account/policy', { body: policy }));
  for (const role of roles) {
    const person = await newUser(side.owner);
    const path = `/v1/account/users/${person.userId}`;
    await must(() => side.owner.call('PATCH', path, { body: { role } }));
    people.set(role, person);
  }
});

const operations = (await readOperations()).filter(
  ({ operation, takesToken }) =>
    takesToken && !byKnowledge.includes(operation) && !own.test(operation),
);

it.each(operations)('admits exactly its roles: $operation', async ({ operation }) => {
  const { path, body: sent } = await prepare(operation, side, admin);
  const [method = ''] = operation.split(' ');
  // The most privileged role is last, since the operation may succeed only once.
  const refusing: TeamRole[] = [];
  for (const role of roles.toReversed()) {
    const token = people.get(role)?.token ?? '';
    const body = method === 'POST' || method === 'PATCH' ? { body: sent ?? {} } : {};
    const { status, body: answer } = await call(method, path, { token, ...body });
    const isOfRole = /\brole\b|administrator|owner|looks? after/.test(answer.message ?? '');
    if (status === 403 || (status === 401 && isOfRole)) refusing.push(role);
  }
  const meant = (['developer', 'accountant', 'support'] as const).filter(
    (role) => !allowed[role].some((each) => each.test(operation)),
  );
  const refused = refusing.filter((role) => role !== 'account_admin');
  expect(refused.toReversed()).toEqual(meant);
});
