import { type EventType, eventCatalogue, eventSchema } from '@florin/contracts';
import { natsUrl } from '@florin/testing';
import { connect } from 'nats';
import { expect, it } from 'vitest';
import { createKey } from './keys.ts';
import { newOwner, newUser } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { callerOf, context, logIn, newEmail, openAccount } from './steps.ts';

const { identity, database } = useIdentity();

it('publishes events of users and sessions, each in order', async () => {
  const nats = await connect({ servers: natsUrl() });
  const bodies: string[] = [];
  nats.subscribe('florin.identity.>', {
    callback: (_error, message) => bodies.push(...message.string().split('\n')),
  });
  await nats.flush();

  const { email, userId, accountId } = await openAccount(identity());
  const caller = callerOf(await logIn(identity(), email));
  await identity().call('DELETE', '/v1/auth/session', { caller });

  const events = () =>
    bodies
      .map((body) => eventSchema.parse(JSON.parse(body)))
      .filter(({ aggregate_id: id }) => id === userId || id === caller.sessionId);
  await expect.poll(() => events().length).toBe(3);
  await nats.close();

  expect(events()).toMatchObject([
    { type: 'user.created', aggregate_id: userId, aggregate_sequence: 1 },
    { type: 'session.created', aggregate_id: caller.sessionId, aggregate_sequence: 1 },
    { type: 'session.ended', aggregate_id: caller.sessionId, aggregate_sequence: 2 },
  ]);
  for (const event of events()) {
    expect(event.account_id).toBe(accountId);
    expect(event.request).toMatchObject({ id: expect.any(String), idempotency_key: null });
    eventCatalogue[event.type as EventType].strict().parse(event.data.object);
  }
});

it('publishes every change with the schemas of the catalog, without gaps', async () => {
  const owner = await newOwner(identity());
  const accountId = owner.accountId ?? '';
  const caller = owner.caller;
  const [kept, gone] = [await newUser(identity(), caller), await newUser(identity(), caller)];
  const key = await createKey(identity(), caller, { name: 'x' }, 'the-key');
  await identity().call('POST', `/v1/api_keys/${key.body.id}/rotate`, { caller });
  await identity().call('PATCH', `/v1/users/${kept.id}`, {
    caller,
    body: { name: 'Ada', status: 'suspended' },
  });
  await identity().call('DELETE', `/v1/users/${gone.id}`, { caller });
  const email = newEmail();
  await identity().client.reserveAccountEmail({ accountId, email }, context());
  const confirmed = { accountId, email, userId: owner.userId };
  await identity().client.confirmAccountEmail(confirmed, context());
  await identity().client.closeAccount({ accountId }, context());

  const rows = await database().query<{ body: string }>(
    `select body from outbox where body::json->>'account_id' = $1 order by position`,
    [accountId],
  );
  const events = rows.map(({ body }) => eventSchema.parse(JSON.parse(body)));
  const types = new Set(events.map(({ type }) => type));
  expect([...types].sort()).toEqual([
    'api_key.created',
    'api_key.revoked',
    'api_key.rotated',
    'email_confirmation.requested',
    'session.created',
    'session.ended',
    'user.created',
    'user.deleted',
    'user.updated',
  ]);
  const last = new Map<string, number>();
  for (const { type, aggregate_id: id, aggregate_sequence: sequence, data } of events) {
    eventCatalogue[type as EventType].strict().parse(data.object);
    expect(sequence).toBe((last.get(id) ?? 0) + 1);
    last.set(id, sequence);
  }
  const created = events.find(({ type }) => type === 'api_key.created');
  expect(created?.data.object.id).toBe(key.body.id);
  expect(created?.request.idempotency_key).toBe('the-key');
});
