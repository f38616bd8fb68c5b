import { type Scope, scopes } from '@florin/contracts';
import { retry } from '@florin/system-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../api.ts';
import { chooseByRepetition } from '../../hostile-input.ts';
import { type Documented, readOperations } from '../document.ts';
import { hashing, must, newKey, newOwner, newUser, type Person } from '../people.ts';
import { ABSENT, logInAdmin } from '../world.ts';
import { expectedVerdicts, type Grantee, isSpending, targetOf, type Verdict } from './grants.ts';
import { hashes, type Recipe } from './recipe.ts';
import { byKnowledge, recipes } from './recipes.ts';
import type { KnownCaller } from './sides.ts';
import { roles } from './team-permissions.ts';

const AT_ONCE = 8;

const documented = await readOperations();
const guarded = documented.filter(
  ({ operation, takesToken }) => takesToken && !byKnowledge.includes(operation),
);
const open = documented.filter(({ takesToken }) => !takesToken);
/** A refresh token or a code from a mail admits the caller; no other token does. */
const known = documented.filter((each) => !guarded.includes(each) && !open.includes(each));

let grantees: readonly Grantee[];
let cells = 0;
let spending = 0;
beforeAll(async () => {
  grantees = await makeGrantees();
}, 120_000);

afterAll(() => {
  process.stdout.write(
    `grants matrix: ${cells} of ${documented.length * grantees.length} cells, ${documented.length} operations × ${grantees.length} roles and scopes of keys; ${spending} are covered by the access matrix, the others by rotation\n`,
  );
});

/**
 * All roles, the keys with all scopes and with the declared one, and some keys that lack it.
 * Operations of one method and scope share those; the share rotates with each operation and commit.
 */
const choose = chooseByRepetition();
function callersFor({ operation, scope }: Documented): readonly Grantee[] {
  const [method] = operation.split(' ');
  const lacking = grantees.filter(
    ({ scopes: granted }) => granted?.length === 1 && granted[0] !== scope,
  );
  const some = choose({ method, scope }, lacking);
  return grantees.filter((each) => !lacking.includes(each) || some.includes(each));
}

describe('grants matrix', () => {
  it.each(guarded)('accepts roles and keys as declared: $operation', async (operation) => {
    const recipe = recipeOf(operation);
    const wrong = await inBatches(callersFor(operation), async (grantee) => {
      const expected = expectedVerdicts(operation, recipe, grantee);
      if (isSpending(recipe, expected)) {
        spending += 1;
        return [];
      }
      const { verdict, answer } = await ask(operation, recipe, grantee);
      const isExplained = verdict === 'passes' || explains(answer, operation, grantee);
      if (expected.includes(verdict as Verdict) && isExplained) return [];
      return [`${grantee.name}: ${verdict}, not ${expected.join(' or ')} (${answer})`];
    });
    expect(wrong).toEqual([]);
  });

  it.each(open)('ignores the token: $operation', async ({ operation }) => {
    const without = await statusOf(operation, '');
    const [method = ''] = operation.split(' ');
    const some = choose({ method }, grantees);
    const differing = await inBatches(some, async ({ name, token }) => {
      const status = await statusOf(operation, token);
      return status === without ? [] : [`${name}: ${status}, not ${without}`];
    });
    expect(differing).toEqual([]);
  });

  it.each(known)(
    'accepts no access token or API key as its credential: $operation',
    async ({ operation }) => {
      const statuses = await inBatches(grantees, async ({ token }) => [
        `${await statusOf(operation, token)}`,
      ]);
      expect(statuses.filter((status) => !['400', '401', '403'].includes(status))).toEqual([]);
    },
  );

  it('has no key without a scope, since none can be created', async () => {
    const owner = await newOwner();
    const { status } = await owner.call('POST', '/v1/api_keys', {
      body: { name: 'x', scopes: [] },
    });
    expect(status).toBe(400);
  });
});

/** The first recipe, or one under the same rule that has a target, which may then be missing. */
function recipeOf({ operation }: Documented): Recipe {
  const [first, ...others] = recipes.filter((each) => each.operation === operation);
  if (!first) throw new Error(`${operation} has no recipe in the access matrix`);
  if (first.target !== undefined) return first;
  return others.find(({ rule, target }) => rule === first.rule && target !== undefined) ?? first;
}

/** The status of an empty request for a missing object. */
async function statusOf(operation: string, token: string): Promise<number> {
  cells += 1;
  const [method = '', template = ''] = operation.split(' ');
  const path = template.replaceAll(/\{\w+\}/g, 'absent');
  const body = method === 'POST' ? { body: {} } : {};
  const { status } = await patiently(() => call(method, path, { ...body, ...tokenOf(token) }));
  return status;
}

const tokenOf = (token: string) => (token === '' ? {} : { token });

async function ask({ operation }: Documented, recipe: Recipe, { token }: Grantee) {
  cells += 1;
  const [method = ''] = operation.split(' ');
  const { target } = recipe;
  const id = target === undefined ? '' : target === 'plan' ? 'absent' : ABSENT[target];
  const { path, ...options } = recipe.request(targetOf(recipe) === 'nothing' ? '' : id);
  const send = () => call(method, path, { ...options, ...tokenOf(token) });
  const { status, body } = await patiently(hashes(recipe) ? () => hashing(send) : send);
  const refused = status === 401 || status === 403;
  const verdict = refused ? 'refused' : status >= 500 ? `fails with ${status}` : 'passes';
  return { verdict, answer: `${status} ${body?.message ?? ''}` };
}

/** The refusal of an API key names the missing scope, or says that no key may do this. */
function explains(answer: string, { scope }: Documented, { scopes: granted }: Grantee): boolean {
  if (!granted) return true;
  if (scope === undefined) return answer.includes('API keys cannot do this');
  return granted.some((each) => each === scope) || answer.includes(`lacks the scope ${scope}`);
}

/** Limits and a busy machine are not tested here. */
const patiently = <Reply extends Awaited<ReturnType<typeof call>>>(send: () => Promise<Reply>) =>
  retry(send, { triesMax: 10 });

async function makeGrantees(): Promise<readonly Grantee[]> {
  const [admin, owner] = await Promise.all([logInAdmin(), newOwner()]);
  const policy = { support_refund_max: 1_000_000 };
  await must(() => owner.call('PATCH', '/v1/account/policy', { body: policy }));
  const [member, alone, platform, ...team] = await Promise.all([
    newUser(owner),
    newUser(),
    newUser(admin, { role: 'platform' }),
    ...roles.map(() => newUser(owner)),
  ]);
  for (const [index, role] of roles.entries()) {
    const path = `/v1/account/users/${team[index]?.userId}`;
    await must(() => owner.call('PATCH', path, { body: { role } }));
  }
  const inA = { side: 'A' } as const;
  const outside = { side: undefined };
  const ofOwner: KnownCaller = {
    ...owner,
    ...inA,
    name: 'owner of A',
    role: 'owner',
    person: owner,
  };
  const callers: readonly KnownCaller[] = [
    { ...admin, ...outside, name: 'anonymous', role: undefined, person: undefined, token: '' },
    ofOwner,
    { ...member, ...inA, name: 'member of A', role: 'member', person: member },
    { ...alone, ...outside, name: 'user without account', role: 'alone', person: alone },
    { ...platform, ...outside, name: 'platform', role: 'platform', person: platform },
    { ...admin, ...outside, name: 'admin', role: 'admin', person: admin },
  ];
  const keys = await Promise.all(
    [...scopes.map((scope) => [scope]), scopes].map((granted) => grantKey(owner, granted)),
  );
  return [
    ...callers.map((heldTo) => ({ name: heldTo.name, token: heldTo.token, heldTo })),
    ...roles.map((teamRole, index) => {
      const { token = '' } = team[index] ?? {};
      return { name: teamRole, token, heldTo: ofOwner, teamRole };
    }),
    ...keys,
  ];
}

async function grantKey(owner: Person, granted: readonly Scope[]): Promise<Grantee> {
  const key = await newKey(owner as Parameters<typeof newKey>[0], granted);
  const heldTo: KnownCaller = {
    ...key,
    name: 'key of A',
    role: 'key',
    side: 'A',
    person: undefined,
  };
  const name = granted.length === 1 ? `a key for ${granted[0]}` : 'a key for everything';
  return { name, token: key.token, heldTo, scopes: granted };
}

async function inBatches<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const results: string[] = [];
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) results.push(...(await run(item)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}
