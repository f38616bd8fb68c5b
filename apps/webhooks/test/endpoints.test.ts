import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, newId, parsePublicId, toPublicId } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { eventually } from '@florin/testing';
import { describe, expect, it } from 'vitest';
import { cleanUp } from '../src/clean-up.ts';
import type { WebhooksTables } from '../src/schema.ts';
import { ownerOf, useWebhooks } from './use-webhooks.ts';

const { webhooks, database, openAccount, happen, receive, createEndpoint } = useWebhooks();

const url = 'http://127.0.0.1:9/hook';

describe('an endpoint', () => {
  it('shows its secret once, and never in a log', async () => {
    const account = newId();
    const receiver = await receive();
    const key = newId();
    const caller = ownerOf(account);
    const options = { caller, body: { url: receiver.url }, idempotencyKey: key };
    const first = await webhooks().call('POST', '/v1/webhook_endpoints', options);
    const again = await webhooks().call('POST', '/v1/webhook_endpoints', options);
    const { secret, ...shown } = first.body;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect([again.status, again.body]).toEqual([201, shown]);
    const path = `/v1/webhook_endpoints/${first.body.id}`;
    expect((await webhooks().call('GET', path, { caller })).body).toEqual(shown);
    await happen(account, 1);
    await eventually(async () => expect(receiver.received).toHaveLength(1));
    const plain = secret.slice('whsec_'.length);
    const stored = await database().query('select body from webhooks.idempotency_keys');
    for (const text of [JSON.stringify(webhooks().logged()), JSON.stringify(stored)])
      expect(text).not.toContain(plain);
  });

  it('is limited to twenty per account, also for concurrent requests', async () => {
    const caller = ownerOf(newId());
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        webhooks().call('POST', '/v1/webhook_endpoints', { caller, body: { url } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(5).fill(409)]);
    const { body } = await webhooks().call('GET', '/v1/webhook_endpoints?limit=100', { caller });
    expect(body.data).toHaveLength(20);
    await webhooks().call('DELETE', `/v1/webhook_endpoints/${body.data[0].id}`, { caller });
    const more = await webhooks().call('POST', '/v1/webhook_endpoints', { caller, body: { url } });
    expect(more.status).toBe(201);
  });

  it('is listed among those that events do not reach', async () => {
    const account = newId();
    const [fails, isOff, works] = [
      await createEndpoint(account, { url }),
      await createEndpoint(account, { url }),
      await createEndpoint(account, { url }),
    ];
    const caller = ownerOf(account);
    const off = `/v1/webhook_endpoints/${isOff.id}`;
    await webhooks().call('PATCH', off, { caller, body: { status: 'disabled' } });
    await database().query(
      'update webhooks.webhook_endpoints set failing_since = now() where id = $1',
      [parsePublicId('webhookEndpoint', fails.id)],
    );
    const shown = async (query: string) => {
      const answer = await webhooks().call('GET', `/v1/webhook_endpoints?${query}`, { caller });
      return answer.body.data.map(({ id }: { id: string }) => id);
    };
    expect(await shown('failing=true')).toEqual([isOff.id, fails.id]);
    expect(await shown('failing=false')).toEqual([works.id]);
    expect(await shown('failing=true&status=enabled')).toEqual([fails.id]);
  });

  it('is created by an admin for an account whose event is still on its way', async () => {
    const caller = { userId: newId(), accountId: null, role: 'admin' } as const;
    const account = newId();
    const asked = webhooks().call('POST', '/v1/webhook_endpoints', {
      caller,
      body: { url, account_id: toPublicId('account', account) },
    });
    await pause(300);
    await openAccount(account);
    expect((await asked).status).toBe(201);
  });

  it('is not created for an unknown account', async () => {
    const caller = { userId: newId(), accountId: null, role: 'admin' } as const;
    const body = { url, account_id: toPublicId('account', newId()) };
    const { status } = await webhooks().call('POST', '/v1/webhook_endpoints', { caller, body });
    expect(status).toBe(404);
  });

  it('is visible to and changed by authorized callers only', async () => {
    const account = newId();
    const { id } = await createEndpoint(account, { url });
    const path = `/v1/webhook_endpoints/${id}`;
    const who = (role: Caller['role'], accountId = account) => ({
      userId: newId(),
      accountId,
      role,
    });
    const key = (...scopes: NonNullable<Caller['scopes']>) => ({ accountId: account, scopes });
    const cases: [string, Partial<Caller>, number, number][] = [
      ['an owner', who('owner'), 200, 200],
      ['an admin', who('admin', newId()), 200, 200],
      ['the platform', who('platform', newId()), 200, 403],
      ['a member', who('member'), 403, 403],
      ['another owner', who('owner', newId()), 404, 404],
      ['a key', key('webhooks:read', 'webhooks:write'), 200, 200],
      ['a key that reads', key('webhooks:read'), 200, 403],
      ['a key for events', key('events:read'), 403, 403],
    ];
    for (const [name, caller, read, changed] of cases) {
      const got = await webhooks().call('GET', path, { caller });
      const patched = await webhooks().call('PATCH', path, { caller, body: {} });
      expect([name, got.status, patched.status]).toEqual([name, read, changed]);
    }
  });

  it.each([
    ['an unknown type', ['payment.lost']],
    ['an unknown kind', ['parcel.*']],
    ['an unknown pattern', ['*.created']],
    ['one invalid type among others', ['*', 'payment']],
    ['no types', []],
    ['a type without a list', 'payment.created'],
    ['numbers', [1]],
    ['more than 100 types', Array(101).fill('*')],
  ])('refuses %s', async (_what, event_types) => {
    const account = newId();
    const endpoint = await createEndpoint(account, { url });
    const caller = ownerOf(account);
    const body = { url, event_types };
    const created = await webhooks().call('POST', '/v1/webhook_endpoints', { caller, body });
    const changed = await endpoint.call('PATCH', '', { event_types });
    for (const { status, body: answer } of [created, changed]) {
      expect([status, answer.error]).toEqual([400, 'invalid_request']);
      expect(answer.message).toContain('event_types');
    }
  });

  it('is not found if it belongs to another account, is unknown or malformed', async () => {
    const { id } = await createEndpoint(newId(), { url });
    const caller = ownerOf(newId());
    const range = { from: '2026-01-01', to: '2026-01-02' };
    const operations: [string, string, object?][] = [
      ['GET', ''],
      ['PATCH', '', {}],
      ['DELETE', ''],
      ['POST', '/rotate'],
      ['POST', '/test'],
      ['POST', '/replay', range],
      ['GET', '/deliveries'],
    ];
    for (const each of [id, toPublicId('webhookEndpoint', newId()), 'we_1', 'evt_1', '%20'])
      for (const [method, rest, body] of operations) {
        const path = `/v1/webhook_endpoints/${each}${rest}`;
        const { status } = await webhooks().call(method, path, { caller, ...(body && { body }) });
        expect([method, path, status]).toEqual([method, path, 404]);
      }
  });

  it('leaves no rows some time after its deletion', async () => {
    const account = newId();
    const receiver = await receive();
    const endpoint = await createEndpoint(account, { url: receiver.url });
    await happen(account, 3);
    await eventually(async () => expect(receiver.received).toHaveLength(3));
    await endpoint.call('DELETE');
    await database().query(
      `update webhooks.webhook_endpoints set deleted_at = deleted_at - interval '2 hours'
        where account_id = $1 and deleted_at is not null`,
      [account],
    );
    const config = { url: database().url, poolSizeMax: 2 };
    const { db, close } = openDatabase<WebhooksTables>(config, () => {});
    while (await cleanUp(db, 'webhooks', 30));
    await close();
    const left = await database().query(
      `select id from webhooks.webhook_endpoints where account_id = $1
       union all select d.id from webhooks.deliveries d
         left join webhooks.webhook_endpoints e on e.id = d.endpoint_id where e.id is null`,
      [account],
    );
    expect(left).toEqual([]);
  });
});
