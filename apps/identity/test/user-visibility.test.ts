import { type Caller, newId, toPublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { keyOf, newPeople, newUser, outcome } from './people.ts';
import { useIdentity } from './start-identity.ts';

const { identity } = useIdentity();

type Answers = readonly [get: string, patch: string, remove: string];
const full: Answers = ['200', '200', '200'];
const seen: Answers = ['200', '401 unauthorized', '403 forbidden'];
const unseen: Answers = ['404 not_found', '404 not_found', '403 forbidden'];
const gone: Answers = ['404 not_found', '404 not_found', '404 not_found'];
const noToken: Answers = ['401 unauthorized', '401 unauthorized', '401 unauthorized'];
const noKey: Answers = ['401 unauthorized', '401 unauthorized', '403 forbidden'];

/**
 * For each caller, the responses for themselves, a member, an owner, another account's member, and
 * an unknown user.
 */
const matrix = {
  none: { self: noToken, member: noToken, coOwner: noToken, other: noToken, absent: noToken },
  key: { self: noKey, member: noKey, coOwner: noKey, other: noKey, absent: noKey },
  member: { self: full, member: unseen, coOwner: unseen, other: unseen, absent: gone },
  // An admin created the other owner, so the account does not control that login.
  owner: { self: full, member: full, coOwner: seen, other: unseen, absent: gone },
  otherOwner: { self: full, member: unseen, coOwner: unseen, other: full, absent: gone },
  loner: { self: full, member: unseen, coOwner: unseen, other: unseen, absent: gone },
  platform: { self: full, member: seen, coOwner: seen, other: seen, absent: gone },
  admin: { self: full, member: full, coOwner: full, other: full, absent: gone },
} as const;

type Who = keyof typeof matrix;
type Whom = keyof (typeof matrix)['none'];

it('shows and changes exactly the allowed users, for every kind of caller', async () => {
  const people = await newPeople(identity());
  const callers: Record<Who, Partial<Caller>> = {
    none: {},
    key: keyOf(people.owner),
    member: people.member.caller,
    owner: people.owner.caller,
    otherOwner: people.otherOwner.caller,
    loner: people.loner.caller,
    platform: people.platform.caller,
    admin: people.admin.caller,
  };
  const idOf = (who: Who, whom: Whom) =>
    ({
      self: people[who === 'none' || who === 'key' ? 'owner' : who].id,
      member: people.secondMember.id,
      coOwner: people.coOwner.id,
      other: people.otherMember.id,
      absent: toPublicId('user', newId()),
    })[whom];

  for (const who of Object.keys(matrix) as Who[])
    for (const whom of Object.keys(matrix.none) as Whom[]) {
      const path = `/v1/users/${idOf(who, whom)}`;
      const [get, patch] = matrix[who][whom];
      const call = async (method: string, body?: object) =>
        outcome(await identity().call(method, path, { caller: callers[who], body }));
      const outcomes = [await call('GET'), await call('PATCH', { name: newId() })];
      expect({ who, whom, outcomes }).toEqual({ who, whom, outcomes: [get, patch] });
    }

  // Refusals first: a permitted deletion changes later responses.
  const deletions = (Object.keys(matrix) as Who[]).flatMap((who) =>
    (Object.keys(matrix.none) as Whom[]).map((whom) => ({ who, whom })),
  );
  for (const { who, whom } of deletions) {
    const expected = matrix[who][whom][2];
    if (expected === '200') continue;
    const path = `/v1/users/${idOf(who, whom)}`;
    const outcomes = outcome(await identity().call('DELETE', path, { caller: callers[who] }));
    expect({ who, whom, outcomes }).toEqual({ who, whom, outcomes: expected });
  }
  // Adds a second one of each kind, since the last one cannot be deleted.
  await newUser(identity(), people.admin.caller, { role: 'admin' });
  for (const who of ['member', 'owner', 'loner', 'platform', 'admin'] as const) {
    const path = `/v1/users/${people[who].id}`;
    expect(outcome(await identity().call('DELETE', path, { caller: callers[who] }))).toBe('200');
  }
});
