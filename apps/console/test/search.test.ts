import {
  type Caller,
  type DomainEvent,
  newId,
  type Scope,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { useConsole } from './use-console.ts';

const site = useConsole();
const ACCOUNT = newId();
const OTHER = newId();

const person = (role: Caller['role'], accountId: Uuid | null = ACCOUNT): Partial<Caller> => ({
  ...{ userId: newId(), sessionId: newId(), accountId, role },
});

function eventOf(
  object: Readonly<Record<string, unknown>>,
  {
    id = newId(),
    accountId = ACCOUNT as Uuid | null,
    sequence = 1,
    type = 'customer.created',
  } = {},
): DomainEvent {
  return {
    ...{ id: newId(), type, created_at: '2026-01-01T00:00:00.000Z' },
    ...{ account_id: accountId, aggregate_id: id, aggregate_sequence: sequence },
    data: { object: { object: type.split('.')[0], ...object } },
    request: { id: null, idempotency_key: null },
  };
}

async function find(q: string, caller = person('owner'), query = '') {
  const reply = await site.call(
    `/v1/search?q=${encodeURIComponent(q).replaceAll("'", '%27')}${query}`,
    { caller },
  );
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return (reply.body as { data: { title: string; id: string; kind: string }[] }).data;
}

const titles = async (...args: Parameters<typeof find>) =>
  (await find(...args)).map(({ title }) => title);

describe('finds', () => {
  it('by name, email and external ID, by the prefix of each word', async () => {
    await site.happen(
      eventOf({ name: 'Grace Hopper', email: 'grace@navy.example', external_id: 'crm-77' }),
      eventOf({ name: 'Grace Kelly', email: 'kelly@monaco.example' }),
    );
    for (const q of ['hopp', 'GRACE@navy', 'navy', 'crm-77', 'grace hop', 'hop grace'])
      expect(await titles(q), q).toEqual(['Grace Hopper']);
    expect(await titles('grace')).toHaveLength(2);
    expect(await titles('race')).toEqual([]);
  });

  it.each([
    ['Jürgen Müller', ['müller', 'muller', 'mueller', 'MULLER', 'jurgen mueller']],
    ['Jérôme Lefèvre', ['jérôme', 'jerome', 'lefevre']],
    ['Łukasz Żak', ['lukasz', 'łukasz', 'zak']],
    ['Conan O’Brien', ['obrien', "o'brien", 'o’brien', 'brien']],
    ['Straßer & Co', ['strasser', 'straßer']],
    ['Strasser Söhne', ['straßer sohne', 'strasser soehne']],
  ])('T19: %s without accents, ligatures and apostrophes', async (name, questions) => {
    await site.happen(eventOf({ name }));
    for (const q of questions) expect(await titles(q), q).toContain(name);
    expect(await titles('mullerin')).toEqual([]);
  });

  it('by ID and its prefix', async () => {
    const id = newId();
    await site.happen(eventOf({ name: 'Known by id' }, { id }));
    const publicId = toPublicId('customer', id);
    expect(await titles(publicId)).toEqual(['Known by id']);
    expect(await titles(publicId.slice(0, 22))).toContain('Known by id');
    expect(await titles(`txn_${publicId.slice(4)}`)).toEqual([]);
  });

  it('by words longer than the indexed prefix', async () => {
    const long = `${'donaudampfschiff'.repeat(5)}`;
    await site.happen(eventOf({ name: long }));
    expect(await titles(long)).toEqual([long]);
  });

  it('by amount, in minor units of its currency', async () => {
    const payment = { type: 'payment.created' };
    await site.happen(
      eventOf({ customer_email: 'a@x.example', amount: 4_217, currency: 'EUR' }, payment),
      eventOf({ customer_email: 'b@x.example', amount: 4_217, currency: 'JPY' }, payment),
    );
    expect(await titles('42,17')).toEqual(['a@x.example']);
    expect(await titles('4217')).toEqual(['b@x.example']);
    expect(await titles('42.17 USD')).toEqual([]);
  });

  it('by the current name, even when older events arrive late', async () => {
    const id = newId();
    const called = (name: string, sequence: number) => eventOf({ name }, { id, sequence });
    await site.happen(called('Firstname', 1));
    await site.happen(called('Thirdname', 3));
    await site.happen(called('Secondname', 2));
    expect(await titles('thirdname')).toEqual(['Thirdname']);
    for (const name of ['firstname', 'secondname']) expect(await titles(name)).toEqual([]);
  });

  it('no deleted objects', async () => {
    const id = newId();
    const user = { id, type: 'user.created' };
    await site.happen(eventOf({ name: 'Forgotten', email: 'forgotten@x.example' }, user));
    expect(await titles('forgotten')).toEqual(['Forgotten']);
    await site.happen(eventOf({}, { id, type: 'user.deleted', sequence: 2 }));
    expect(await titles('forgotten')).toEqual([]);
    expect(await titles(toPublicId('user', id))).toEqual([]);
  });
});

describe('shows', () => {
  it('people and keys to an API key with their scopes, and to no other', async () => {
    await site.happen(
      eventOf({ name: 'Zuse', email: 'zuse@x.example' }, { type: 'user.created' }),
      eventOf({ name: 'Zuse till', prefix: 'sk_test_abcd' }, { type: 'api_key.created' }),
    );
    const key = (...granted: Scope[]) => ({ accountId: ACCOUNT, scopes: granted });
    expect(await titles('zuse', key('account:read'))).toEqual([]);
    expect(await titles('zuse', key('account:read', 'users:read'))).toEqual(['Zuse']);
    expect(await titles('zuse', key('account:read', 'api_keys:read'))).toEqual(['Zuse till']);
  });

  it('no objects of another account', async () => {
    const id = newId();
    const amount = { amount: 99_887, currency: 'EUR' };
    await site.happen(
      eventOf(
        { customer_email: 'secret@x.example', ...amount },
        { id, accountId: OTHER, type: 'payment.created' },
      ),
    );
    const asked = ['secret', '998.87', toPublicId('paymentRequest', id)];
    for (const q of asked) {
      expect(await titles(q)).toEqual([]);
      expect(
        await titles(q, person('owner'), `&account_id=${toPublicId('account', OTHER)}`),
      ).toEqual([]);
      expect(await titles(q, person('admin', null)), q).toEqual(['secret@x.example']);
      expect(
        await titles(q, person('admin', null), `&account_id=${toPublicId('account', ACCOUNT)}`),
      ).toEqual([]);
    }
  });

  it('each role only what it may read', async () => {
    const named = { name: 'everywhere', email: 'everywhere@x.example', reference: 'everywhere' };
    await site.happen(
      eventOf(named),
      eventOf(named, { type: 'user.created' }),
      eventOf(named, { type: 'payout.created' }),
      eventOf(named, { type: 'api_key.created' }),
    );
    const kinds = async (caller: Partial<Caller>) =>
      (await find('everywhere', caller)).map(({ kind }) => kind).toSorted();
    expect(await kinds(person('owner'))).toEqual(['api_key', 'customer', 'payout', 'user']);
    expect(await kinds(person('member'))).toEqual(['customer', 'payout']);
    expect(await kinds(person('support'))).toEqual(['customer']);
    expect(await kinds(person('developer'))).toEqual(['api_key', 'customer', 'payout']);
    const key = { accountId: ACCOUNT, apiKeyId: newId(), scopes: ['account:read', 'payouts:read'] };
    expect(await kinds(key as Partial<Caller>)).toEqual(['payout']);
    expect(await kinds(person('member', null))).toEqual([]);
  });
});

it.each(['', 'x', '%20x%20', 'y'.repeat(201)])('refuses %j', async (q) => {
  const { status } = await site.call(`/v1/search?q=${q}`, { caller: person('owner') });
  expect(status).toBe(400);
});

it.each([
  '%',
  '_',
  '\\',
  "'; drop table objects",
  '\u{10ffff}',
  '‮evil',
  '**',
  '((',
  'a'.repeat(190),
])('treats %j as words', async (q) => {
  expect(await titles(`${q} zz`)).toEqual([]);
});
