import { toPublicId } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createUser, keyOf, newPeople, outcome } from './people.ts';
import { useIdentity } from './start-identity.ts';

const { identity } = useIdentity();
let people: Awaited<ReturnType<typeof newPeople>>;
/** A word that only the names of the users below contain. */
const WORD = 'zebra';
const names = [
  '100% Zebra',
  'zebra_one',
  "O'Zebra",
  'Zebra \\ "quoted"',
  'ZÉBRA zebra',
  'zebra--;',
];

beforeAll(async () => {
  people = await newPeople(identity());
  for (const name of names) await createUser(identity(), undefined, { name });
});

const list = (query: Record<string, string> = {}, caller: object = people.admin.caller) =>
  identity().call('GET', `/v1/users?${new URLSearchParams(query)}`, { caller });
const namesOf = async (query: Record<string, string>) =>
  (await list(query)).body.data.map(({ name }: { name: string }) => name);

describe('GET /v1/users', () => {
  it('200: pages of 25, newest first, for an admin and for the platform', async () => {
    for (const { caller } of [people.admin, people.platform]) {
      const { status, body } = await list({}, caller);
      const total = Object.keys(people).length + names.length;
      expect(status).toBe(200);
      expect(body.pagination).toEqual({
        page: 1,
        limit: 25,
        total_pages: 1,
        total_records: total,
      });
      const ids = body.data.map(({ id }: { id: string }) => id);
      expect(ids).toEqual(ids.toSorted().reverse());
      expect(new Set(ids).size).toBe(total);
      expect(ids).toEqual(expect.arrayContaining(Object.values(people).map(({ id }) => id)));
    }
  });

  it('200: paginates without gaps', async () => {
    const all = (await list()).body.data;
    const pages = await Promise.all(['1', '2', '3'].map((page) => list({ page, limit: '4' })));
    expect(pages.flatMap(({ body }) => body.data)).toEqual(all.slice(0, 12));
    expect(pages[2]?.body.pagination).toEqual({
      page: 3,
      limit: 4,
      total_pages: Math.ceil(all.length / 4),
      total_records: all.length,
    });
  });

  it.each(['5', '999999999999'])('200: page %s past the end is empty', async (page) => {
    const { status, body } = await list({ page });
    expect([status, body.data, body.pagination.page]).toEqual([200, [], Number(page)]);
  });

  it('200: clamps the limit and returns it', async () => {
    expect((await list({ limit: '100000' })).body.pagination.limit).toBe(100);
  });

  it.each([
    ['zebra', 6],
    ['ZEBRA', 6],
    ['% z', 1],
    ['%', 1],
    ['_', 1],
    ["'", 1],
    ['\\', 1],
    ['"quoted"', 1],
    ['zébra', 1],
    ['--;', 1],
    ["' or '1'='1", 0],
    ['zebra%one', 0],
    ['zebra.one', 0],
    ['.*', 0],
    ['', 15],
  ])('200: search %j finds %i, every character literally', async (search, count) => {
    expect(await namesOf({ search })).toHaveLength(count);
  });

  it('200: searches emails, case-insensitively', async () => {
    const { body } = await list({ search: people.loner.email.toUpperCase().slice(0, -5) });
    expect(body.data).toMatchObject([{ id: people.loner.id }]);
  });

  it('200: filters by status and account, together with search', async () => {
    const { id } = people.otherMember;
    const path = `/v1/users/${id}`;
    const body = { status: 'pending', name: WORD };
    await identity().call('PATCH', path, { caller: people.admin.caller, body });
    const found = [
      await list({ status: 'pending' }),
      await list({ status: 'pending', search: WORD }),
      await list({
        search: WORD,
        account_id: toPublicId('account', people.otherOwner.accountId ?? ''),
      }),
    ];
    for (const answer of found) expect(answer.body.data).toMatchObject([{ id, ...body }]);
    const account_id = toPublicId('account', people.owner.accountId ?? '');
    expect((await list({ account_id })).body.pagination.total_records).toBe(4);
    expect((await list({ account_id: 'nonsense' })).body.data).toEqual([]);
    expect((await list({ status: 'suspended' })).body.pagination).toEqual({
      page: 1,
      limit: 25,
      total_pages: 0,
      total_records: 0,
    });
  });

  it.each([
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: 'x' },
    { page: '' },
    { page: '9'.repeat(30) },
    { limit: '0' },
    { limit: '-1' },
    { limit: '1e1' },
    { limit: '' },
    { status: 'closed' },
    { status: '' },
    { search: '\0' },
    { search: 'x'.repeat(255) },
  ])('400: %j', async (query) => {
    expect(outcome(await list(query))).toBe('400 invalid_request');
  });

  it('400: a repeated parameter', async () => {
    const { caller } = people.admin;
    const answer = await identity().call('GET', '/v1/users?search=a&search=b', { caller });
    expect(outcome(answer)).toBe('400 invalid_request');
  });

  it('400: an unknown parameter', async () => {
    expect(outcome(await list({ color: 'red' }))).toBe('400 invalid_request');
  });

  it.each(['owner', 'member', 'loner'] as const)('403: the token of a %s', async (who) => {
    expect(outcome(await list({}, people[who].caller))).toBe('403 forbidden');
  });

  it('403: an API key · 401: no token', async () => {
    expect(outcome(await list({}, keyOf(people.admin)))).toBe('403 forbidden');
    expect(outcome(await list({}, {}))).toBe('401 unauthorized');
  });
});
