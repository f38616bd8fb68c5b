import { type Caller, newId, toPublicId, type Uuid } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventOf, type Producers, startProducers } from './producers.ts';
import { type Bus, createLogDatabase, startBus, startWebhooks } from './start-webhooks.ts';

let bus: Bus;
let producers: Producers;
let database: Awaited<ReturnType<typeof createLogDatabase>>;
let webhooks: Awaited<ReturnType<typeof startWebhooks>>;

const [ours, theirs] = [newId(), newId()];
const owner = (accountId: Uuid): Partial<Caller> => ({ userId: newId(), accountId, role: 'owner' });
const us = owner(ours);
const admin: Partial<Caller> = { userId: newId(), accountId: newId(), role: 'admin' };
const platform: Partial<Caller> = { userId: newId(), accountId: newId(), role: 'platform' };

const ofAccount = (accountId: Uuid | null, type: string, number: number) =>
  eventOf(accountId, newId(), 1, {
    type,
    data: { object: { number } },
    request: { id: 'req_1', idempotency_key: 'order 1' },
  });
/** Payments and transactions alternate. */
const mine = Array.from({ length: 25 }, (_, index) =>
  ofAccount(ours, index % 2 === 0 ? 'payment.created' : 'transaction.updated', index + 1),
);
const other = ofAccount(theirs, 'payment.failed', 1);
const ofNoAccount = ofAccount(null, 'payment.canceled', 1);

beforeAll(async () => {
  [bus, database] = await Promise.all([startBus(), createLogDatabase()]);
  producers = await startProducers(bus, ['ledger']);
  webhooks = await startWebhooks(database, bus);
  await producers.of('ledger').emit([...mine, other, ofNoAccount]);
  await eventually(async () =>
    expect(await database.query('select from webhooks.events')).toHaveLength(27),
  );
});
afterAll(async () => {
  await webhooks.stop();
  await producers.stop();
  await Promise.all([bus.stop(), database.drop()]);
});

const list = (query: string, caller: Partial<Caller> = us) =>
  webhooks.call('GET', `/v1/events?${query}`, { caller });
const publicId = ({ id }: { readonly id: Uuid }) => toPublicId('event', id);

async function sequencesOf(query: string, caller?: Partial<Caller>) {
  const { status, body } = await list(query, caller);
  expect([status, body.object]).toEqual([200, 'list']);
  return body.data.map(({ sequence }: { sequence: number }) => sequence);
}

describe('GET /v1/events', () => {
  it('returns the newest first, in the schema of every event', async () => {
    const { body } = await list('limit=2');
    expect(body.has_more).toBe(true);
    expect(body.data[1].sequence).toBe(24);
    expect(body.data[0]).toEqual({
      id: publicId(mine[24] ?? other),
      object: 'event',
      livemode: false,
      type: 'payment.created',
      created_at: mine[24]?.created_at,
      account_id: toPublicId('account', ours),
      sequence: 25,
      data: { object: { number: 25 } },
      request: { id: 'req_1', idempotency_key: 'order 1' },
    });
  });

  it('returns events after a sequence, oldest first', async () => {
    expect(await sequencesOf('after_sequence=0&limit=3')).toEqual([1, 2, 3]);
    expect(await sequencesOf('after_sequence=22')).toEqual([23, 24, 25]);
    expect(await sequencesOf('after_sequence=25')).toEqual([]);
    const { body } = await list('after_sequence=22&limit=3');
    expect(body.has_more).toBe(false);
  });

  it('pages in both directions from a cursor', async () => {
    const cursor = publicId(mine[9] ?? other);
    expect(await sequencesOf(`starting_after=${cursor}&limit=2`)).toEqual([9, 8]);
    expect(await sequencesOf(`ending_before=${cursor}&limit=2`)).toEqual([12, 11]);
  });

  it('filters by one type, or all of a kind', async () => {
    expect(await sequencesOf('type=transaction.updated&limit=2')).toEqual([24, 22]);
    expect(await sequencesOf('type=payment.*&after_sequence=4&limit=2')).toEqual([5, 7]);
    expect(await sequencesOf('type=payment.failed')).toEqual([]);
  });

  it.each([
    ['type=payment.succeded', 'did you mean payment.succeeded?'],
    ['type=*.created', 'type: must be one of'],
    [`after_sequence=${'9'.repeat(16)}`, 'after_sequence: must be at most 999999999999999'],
    ['after_sequence=-1', 'after_sequence: must be 0 or a positive integer'],
    ['after_sequence=1.5', 'after_sequence: must be'],
    [`after_sequence=1&starting_after=${publicId(other)}`, 'either after_sequence or a cursor'],
    [`starting_after=${publicId(other)}`, 'the cursor does not exist'],
    [`starting_after=${publicId(ofNoAccount)}`, 'the cursor does not exist'],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await list(query);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.message).toContain(message);
  });

  it('returns all accounts in one order to callers who may see them', async () => {
    const everything = [ofNoAccount, other, ...mine.toReversed()].map(publicId);
    const ids = async (query: string, caller: Partial<Caller>) =>
      (await list(query, caller)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids('limit=100', admin)).toEqual(everything);
    expect(await ids('limit=100', platform)).toEqual(everything.slice(1));
    const [newest = '', , third = ''] = everything;
    expect(await ids(`starting_after=${newest}&limit=1`, admin)).toEqual([everything[1]]);
    expect(await ids(`ending_before=${third}&limit=1`, platform)).toEqual([everything[1]]);
    expect(await ids(`account_id=${toPublicId('account', theirs)}`, admin)).toEqual([
      publicId(other),
    ]);
    const { status, body } = await list('after_sequence=1', admin);
    expect([status, body.message]).toEqual([400, expect.stringContaining('account_id')]);
    expect(
      await sequencesOf(`after_sequence=23&account_id=${toPublicId('account', ours)}`, platform),
    ).toEqual([24, 25]);
  });

  it('hides other accounts, and everything from a user without an account', async () => {
    expect(await sequencesOf(`account_id=${toPublicId('account', ours)}`, owner(theirs))).toEqual(
      [],
    );
    expect(await sequencesOf('', owner(theirs))).toEqual([1]);
    expect(await sequencesOf('', { userId: newId() })).toEqual([]);
  });

  it('requires the scope of an API key', async () => {
    const key = (scope: string) => ({ accountId: ours, scopes: [scope] }) as Partial<Caller>;
    expect(await sequencesOf('limit=1', key('events:read'))).toEqual([25]);
    expect((await list('', key('webhooks:read'))).status).toBe(403);
  });
});

describe('GET /v1/events/{event_id}', () => {
  const get = (id: string, caller = us) => webhooks.call('GET', `/v1/events/${id}`, { caller });

  it('returns an event of the account', async () => {
    const { status, body } = await get(publicId(mine[4] ?? other));
    expect([status, body.sequence]).toEqual([200, 5]);
  });

  it('returns an event without an account to admins only', async () => {
    expect((await get(publicId(ofNoAccount), admin)).body).toMatchObject({
      account_id: null,
      sequence: null,
    });
    expect((await get(publicId(ofNoAccount), platform)).status).toBe(404);
    expect((await get(publicId(ofNoAccount))).status).toBe(404);
  });

  it('returns 404 for events of others, and malformed ids', async () => {
    for (const id of [publicId(other), toPublicId('event', newId()), 'evt_1'])
      expect((await get(id)).status).toBe(404);
  });
});
