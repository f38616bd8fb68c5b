import {
  type Actor,
  type Caller,
  newId,
  OPERATION_ANSWERED,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventOf, type Producers, startProducers } from './producers.ts';
import { type Bus, createLogDatabase, startBus, startWebhooks } from './start-webhooks.ts';

let bus: Bus;
let producers: Producers;
let database: Awaited<ReturnType<typeof createLogDatabase>>;
let webhooks: Awaited<ReturnType<typeof startWebhooks>>;

const [ours, theirs] = [newId(), newId()];
const caller = (role: Caller['role'], accountId: Uuid | null): Partial<Caller> => ({
  userId: newId(),
  accountId,
  role,
});
const us = caller('owner', ours);
const admin = caller('admin', newId());
const actor: Actor = {
  user_id: newId(),
  session_id: newId(),
  api_key_id: null,
  role: 'owner',
  address: '192.0.2.1',
};
const byHand = (
  accountId: Uuid | null,
  type: string,
  previous?: Record<string, unknown>,
  change: object = {},
) =>
  eventOf(accountId, newId(), 1, {
    type,
    data: {
      object: { id: 'thing_1', secret: 'not to be shown', ...change },
      ...(previous && { previous }),
    },
    request: { id: 'req_1', idempotency_key: null, actor },
  });

const opened = byHand(ours, 'user.created');
const changed = byHand(ours, 'user.updated', { status: 'active', name: 'Ada' });
const settled = eventOf(ours, newId(), 1, { type: 'transaction.succeeded' });
const other = byHand(theirs, 'user.created');
const ofNoAccount = byHand(null, 'session.created');

beforeAll(async () => {
  [bus, database] = await Promise.all([startBus(), createLogDatabase()]);
  producers = await startProducers(bus, ['identity', 'ledger', 'accounts']);
  webhooks = await startWebhooks(database, bus);
  await producers.of('identity').emit([opened, changed, other, ofNoAccount]);
  await producers.of('ledger').emit([settled]);
  await eventually(async () =>
    expect(await database.query('select from webhooks.events')).toHaveLength(5),
  );
});
afterAll(async () => {
  await webhooks.stop();
  await producers.stop();
  await Promise.all([bus.stop(), database.drop()]);
});

const read = (query: string, by: Partial<Caller> = us) =>
  webhooks.call('GET', `/v1/audit_log?${query}`, { caller: by });
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);
const publicId = ({ id }: { readonly id: Uuid }) => toPublicId('event', id);

describe('GET /v1/audit_log', () => {
  it("200: who changed what, newest first, without Florin's own changes", async () => {
    const { status, body } = await read('');
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', has_more: false });
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toEqual({
      id: publicId(changed),
      object: 'audit_entry',
      livemode: false,
      action: 'user.updated',
      created_at: changed.created_at,
      account_id: toPublicId('account', ours),
      actor: {
        type: 'user',
        user_id: toPublicId('user', actor.user_id as Uuid),
        role: 'owner',
        session_id: toPublicId('session', actor.session_id as Uuid),
        api_key_id: null,
      },
      address: '192.0.2.1',
      request_id: 'req_1',
      operation: null,
      status: null,
      outcome: 'done',
      error: null,
      target: { type: 'user', id: 'thing_1' },
      changed: ['status', 'name'],
      reason: null,
    });
    expect(body.data[1]).toMatchObject({ id: publicId(opened), changed: null });
    expect(JSON.stringify(body)).not.toMatch(/not to be shown|Ada/);
  });

  it('200: by type, time, and in both directions from a cursor', async () => {
    expect(idsOf(await read('type=user.created'))).toEqual([publicId(opened)]);
    expect(idsOf(await read('created_after=2026-01-01&created_before=2026-01-02'))).toEqual([]);
    expect(idsOf(await read(`starting_after=${publicId(changed)}`))).toEqual([publicId(opened)]);
    expect(idsOf(await read(`ending_before=${publicId(opened)}`))).toEqual([publicId(changed)]);
    expect((await read('limit=1')).body.has_more).toBe(true);
  });

  it('200: everything for an admin, all accounts for the platform, one if requested', async () => {
    expect(idsOf(await read('', admin))).toHaveLength(4);
    expect(idsOf(await read('', caller('platform', newId())))).toHaveLength(3);
    const one = await read(`account_id=${toPublicId('account', theirs)}`, admin);
    expect(idsOf(one)).toEqual([publicId(other)]);
    expect(idsOf(await read(`account_id=${toPublicId('account', theirs)}`))).toEqual([]);
  });

  it('200: requests about one object', async () => {
    const one = toPublicId('user', changed.aggregate_id ?? '');
    expect(idsOf(await read(`object_id=${one}`))).toEqual([publicId(changed)]);
    expect(idsOf(await read('object_id=usr_unknown'))).toEqual([]);
  });

  it.each([
    ['a member', caller('member', ours)],
    ['a user without an account', caller(null, null)],
    ['an API key without the scope', { accountId: ours, scopes: ['events:read'] as const }],
  ])('403 forbidden: %s', async (_title, by) => {
    expect((await read('', by)).body.error).toBe('forbidden');
  });

  it('200: to an API key with the scope, of its account', async () => {
    const key = { accountId: ours, scopes: ['audit_log:read'] as const };
    expect(idsOf(await read('', key))).toEqual(idsOf(await read('')));
    expect(idsOf(await read(`account_id=${toPublicId('account', theirs)}`, key))).toEqual([]);
  });

  it('400 invalid_request: a cursor of another account', async () => {
    const { status, body } = await read(`starting_after=${publicId(other)}`);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('200: why the status of an account was changed, with no reason on other changes', async () => {
    const account = newId();
    const of = (previous: Record<string, unknown>, status_reason: string | null) =>
      byHand(account, 'account.updated', previous, { status_reason });
    const entries = [
      of({ status: 'active', status_reason: null }, 'The bank asks.'),
      of({ name: 'Ada' }, 'The bank asks.'),
      of({ status: 'suspended', status_reason: 'The bank asks.' }, null),
    ];
    await producers.of('accounts').emit(entries);
    await eventually(async () => {
      const { body } = await read(`account_id=${toPublicId('account', account)}`, admin);
      expect(body.data.map(({ reason }: { reason: unknown }) => reason)).toEqual([
        null,
        null,
        'The bank asks.',
      ]);
    });
  });
});

describe('GET /v1/audit_log/export', () => {
  const exported = async (query: string, by: Partial<Caller> = us) => {
    const response = await webhooks.fetch(`/v1/audit_log/export?${query}`, { caller: by });
    return { response, text: await response.text() };
  };

  it('200: the same entries, one JSON object per line', async () => {
    const { response, text } = await exported('');
    expect(response.headers.get('Content-Type')).toBe('application/jsonl; charset=utf-8');
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual((await read('')).body.data);
  });

  it('200: any number of entries', async () => {
    const account = newId();
    const many = Array.from({ length: 1_201 }, () => byHand(account, 'user.updated', {}));
    await producers.of('identity').emit(many);
    const query = `account_id=${toPublicId('account', account)}`;
    await eventually(async () =>
      expect((await exported(query, admin)).text.split('\n')).toHaveLength(1_202),
    );
    const ids = (await exported(query, admin)).text.match(/evt_\w+/g);
    expect(new Set(ids).size).toBe(1_201);
  });

  it('200: even if a read of the log takes longer than a request may', async () => {
    await database.query(`
      alter table webhooks.events rename to events_kept;
      create view webhooks.events as select events_kept.* from pg_sleep(2), webhooks.events_kept;
      grant select on webhooks.events to public`);
    try {
      expect((await exported('')).text).toContain('user.updated');
    } finally {
      await database.query(`
        drop view webhooks.events;
        alter table webhooks.events_kept rename to events`);
    }
  });

  it('403 forbidden: a member', async () => {
    expect((await exported('', caller('member', ours))).response.status).toBe(403);
  });
});

describe('operations without events', () => {
  const account = newId();
  const owner = caller('owner', account);
  const refusal = {
    operation: 'DELETE /v1/users/{user_id}',
    status: 403,
    error: 'forbidden',
    target_id: toPublicId('user', newId()),
  };
  const answered = (object: typeof refusal) =>
    eventOf(account, newId(), 1, {
      type: OPERATION_ANSWERED,
      data: { object },
      request: { id: 'req_2', idempotency_key: null, actor },
    });
  const first = byHand(account, 'user.created');
  const refused = answered(refusal);
  const again = answered(refusal);
  const second = byHand(account, 'user.deleted');

  beforeAll(async () => {
    for (const batch of [[first], [refused, again], [second]]) {
      await producers.of('identity').emit(batch);
      await eventually(async () =>
        expect(idsOf(await read('', owner))).toContain(publicId(batch.at(-1) ?? first)),
      );
    }
  });

  it('200: refused requests about one object', async () => {
    const one = await read(`object_id=${refusal.target_id}`, owner);
    expect(idsOf(one)).toEqual([again, refused].map(publicId));
  });

  it('200: appear among the changes, in the order of arrival', async () => {
    const { body } = await read('', owner);
    expect(idsOf({ body })).toEqual([second, again, refused, first].map(publicId));
    expect(body.data[1]).toMatchObject({
      action: refusal.operation,
      account_id: toPublicId('account', account),
      actor: { type: 'user', user_id: toPublicId('user', actor.user_id as Uuid) },
      address: '192.0.2.1',
      request_id: 'req_2',
      outcome: 'refused',
      error: 'forbidden',
      target: { type: 'user', id: refusal.target_id },
      changed: null,
    });
  });

  it('200: are found by operation, request and key', async () => {
    const key = newId();
    const [there, elsewhere] = [newId(), newId()];
    const byKey = { ...actor, user_id: null, session_id: null, api_key_id: key };
    const asked = (operation: string, id: string, by: Actor = actor) => ({
      ...byHand(there, 'user.updated'),
      request: { id, idempotency_key: null, actor: { ...by, operation } },
    });
    const refusedThere = {
      ...answered(refusal),
      account_id: there,
      request: { id: 'req_5', idempotency_key: null, actor: byKey },
    };
    const renamed = asked('PATCH /v1/users/{user_id}', 'req_3');
    const added = asked('POST /v1/users', 'req_4', byKey);
    const ofOthers = { ...added, id: newId(), aggregate_id: newId(), account_id: elsewhere };
    await producers.of('identity').emit([renamed, added, ofOthers]);
    const us = caller('owner', there);
    const shown = async (query: string) => idsOf(await read(query, us));
    await eventually(async () => expect(await shown('')).toHaveLength(2));
    await producers.of('identity').emit([refusedThere]);
    await eventually(async () => expect(await shown('')).toHaveLength(3));
    const [first, second, third] = [renamed, added, refusedThere].map(publicId);
    expect(await shown('method=PATCH')).toEqual([first]);
    expect(await shown('path=/v1/users')).toEqual([third, second, first]);
    expect(await shown('path=/v1/users/{user_id}')).toEqual([third, first]);
    expect(await shown('method=POST&path=/v1/users')).toEqual([second]);
    expect(await shown('method=POST&path=/v1/pay')).toEqual([]);
    expect(await shown(`api_key_id=${toPublicId('apiKey', key)}`)).toEqual([third, second]);
    expect(await shown('api_key_id=key_unknown')).toEqual([]);
    // Developers see requests by API keys, and none by people.
    const developer = caller('developer', there);
    expect(idsOf(await read('', developer))).toEqual([third, second]);
    expect(idsOf(await read('request_id=req_3', developer))).toEqual([]);
    expect(await shown('request_id=req_4')).toEqual([second]);
    expect(await shown('request_id=req_5&outcome=refused')).toEqual([third]);
    expect((await read('request_id=req_4', us)).body.data[0]).toMatchObject({
      ...{ operation: 'POST /v1/users', status: null },
    });
    expect((await read('request_id=req_5', us)).body.data[0]).toMatchObject({
      ...{ operation: refusal.operation, status: 403 },
    });
    const events = await webhooks.call('GET', '/v1/events?request_id=req_4', { caller: us });
    expect(idsOf(events)).toEqual([second]);
    for (const query of [
      'method=GET',
      'path=users',
      'path=/v1/%25',
      `request_id=${'x'.repeat(101)}`,
    ])
      expect([query, (await read(query, us)).status]).toEqual([query, 400]);
  });

  it('200: are found by their outcome, and not by an event type', async () => {
    const both = [again, refused].map(publicId);
    expect(idsOf(await read('outcome=refused', owner))).toEqual(both);
    expect(idsOf(await read('outcome=done', owner))).toEqual([second, first].map(publicId));
    expect(idsOf(await read('type=user.*', owner))).toEqual([second, first].map(publicId));
  });

  it.each([
    ['the owner', owner, ''],
    ['an admin', admin, `account_id=${toPublicId('account', account)}&`],
    ['an admin, across all accounts', admin, ''],
  ])('200: can be paged one by one in both directions by %s', async (_title, by, query) => {
    const all = idsOf(await read(`${query}limit=4`, by));
    const onwards = [all[0]];
    const backwards = [all.at(-1)];
    for (const _step of all.slice(1)) {
      const [next] = idsOf(await read(`${query}limit=1&starting_after=${onwards.at(-1)}`, by));
      const [last] = idsOf(await read(`${query}limit=1&ending_before=${backwards[0]}`, by));
      onwards.push(next);
      backwards.unshift(last);
    }
    expect([onwards, backwards]).toEqual([all, all]);
  });

  it('are not events, and take no sequence', async () => {
    const { body } = await webhooks.call('GET', '/v1/events', { caller: owner });
    const listed = body.data.map(({ id, sequence }: { id: string; sequence: number }) => [
      id,
      sequence,
    ]);
    expect(listed).toEqual([
      [publicId(second), 2],
      [publicId(first), 1],
    ]);
    const path = `/v1/events/${publicId(refused)}`;
    expect((await webhooks.call('GET', path, { caller: owner })).status).toBe(404);
  });

  it('include those of this service itself', async () => {
    const url = 'https://example.com/hook';
    const path = '/v1/webhook_endpoints';
    const { body } = await webhooks.call('POST', path, { caller: owner, body: { url } });
    await webhooks.call('POST', path, { caller: caller('member', account), body: { url } });
    expect((await read('limit=2', owner)).body.data).toMatchObject([
      { outcome: 'refused', error: 'forbidden', actor: { role: 'member' } },
      {
        action: `POST ${path}`,
        outcome: 'done',
        actor: { role: 'owner' },
        target: { type: 'webhook_endpoint', id: body.id },
      },
    ]);
  });
});

it('no role can rewrite it', async () => {
  for (const change of [
    `update webhooks.events set type = 'x'`,
    'delete from webhooks.events',
    'update webhooks.audited_operations set status = 200',
    'delete from webhooks.audited_operations',
  ])
    await expect(database.query(change)).rejects.toThrow('append-only');
});
