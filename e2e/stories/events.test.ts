import { eventCatalogue } from '@florin/contracts';
import { eventually, followStream } from '@florin/testing';
import { expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { newOwner } from '../contract/people.ts';
import { logInAdmin } from '../contract/world.ts';

type Schema = (typeof eventCatalogue)[keyof typeof eventCatalogue];
const schemas: Readonly<Record<string, Schema>> = eventCatalogue;

interface Shown {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly data: { readonly object: object };
}

it('publishes all activity of an account in one order: listed, streamed and by type', async () => {
  const owner = await newOwner();
  const stream = await fetch(`${baseUrl()}/v1/events/stream?after_sequence=0`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  const followed = followStream(stream);
  const body = { account_id: owner.accountId, currency: 'USD' };
  const record = (fields: object) =>
    owner.call('POST', '/v1/transactions', { body: { ...body, ...fields } });
  await record({ type: 'credit', amount: 1_000 });
  const { body: held } = await record({ type: 'payment', amount: 100, capture: 'manual' });
  await owner.call('DELETE', `/v1/transactions/${held.id}`);
  const { body: key } = await owner.call('POST', '/v1/api_keys', { body: { name: 'Till' } });
  await owner.call('DELETE', `/v1/api_keys/${key.id}`);
  await owner.call('POST', '/v1/subscriptions', { body: { customer_id: 'ada', plan: 'basic' } });

  const wanted = [
    'account.created',
    'api_key.created',
    'api_key.revoked',
    'session.created',
    'transaction.canceled',
    'transaction.created',
    'user.created',
  ];
  await eventually(async () => {
    const types = new Set(followed.messages.map(({ event }) => event));
    expect([...types].toSorted()).toEqual(expect.arrayContaining(wanted));
  });
  const { body: list } = await owner.call('GET', '/v1/events?after_sequence=0&limit=100');
  const events: readonly Shown[] = list.data;
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  const streamed = followed.messages.map(({ data }) => JSON.parse(data) as Shown);
  expect(streamed).toEqual(events.slice(0, streamed.length));
  await followed.leave();
});

it('publishes only events of the catalogue', async () => {
  const admin = await logInAdmin();
  const seen = new Map<string, number>();
  let path: string | undefined = '/v1/events?limit=100';
  while (path) {
    const { body } = await admin.call('GET', path);
    const events: readonly Shown[] = body.data;
    for (const { id, type, data } of events) {
      seen.set(type, (seen.get(type) ?? 0) + 1);
      expect([id, type, schemas[type]?.safeParse(data.object).error?.issues]).toEqual([
        id,
        type,
        schemas[type] ? undefined : 'a schema',
      ]);
    }
    path = body.has_more ? `/v1/events?limit=100&starting_after=${events.at(-1)?.id}` : undefined;
  }
  process.stdout.write(`events in the log: ${JSON.stringify(Object.fromEntries(seen))}\n`);
  expect(seen.size).toBeGreaterThan(5);
});
