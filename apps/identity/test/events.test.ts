import { type EventType, eventCatalogue, eventSchema } from '@florin/contracts';
import { natsUrl } from '@florin/testing';
import { connect } from 'nats';
import { expect, it } from 'vitest';
import { useIdentity } from './start-identity.ts';
import { callerOf, logIn, openAccount } from './steps.ts';

const { identity } = useIdentity();

it('publishes what happens to users and sessions, each in order', async () => {
  const nats = await connect({ servers: natsUrl() });
  const bodies: string[] = [];
  nats.subscribe('florin.identity.>', {
    callback: (_error, message) => bodies.push(message.string()),
  });
  await nats.flush();

  const { email, userId, accountId } = await openAccount(identity());
  const caller = callerOf(await logIn(identity(), email));
  await identity().call('DELETE', '/v1/auth/session', { caller });

  const events = () =>
    bodies
      .map((body) => eventSchema.parse(JSON.parse(body)))
      .filter(({ aggregate_id: id }) => id === userId || id === caller.sessionId);
  await expect.poll(() => events().length, { timeout: 10_000 }).toBe(3);
  await nats.close();

  expect(events()).toMatchObject([
    { type: 'user.created', aggregate_id: userId, aggregate_sequence: 1 },
    { type: 'session.created', aggregate_id: caller.sessionId, aggregate_sequence: 1 },
    { type: 'session.ended', aggregate_id: caller.sessionId, aggregate_sequence: 2 },
  ]);
  for (const event of events()) {
    expect(event.account_id).toBe(accountId);
    expect(event.request).toEqual({ id: expect.any(String), idempotency_key: null });
    eventCatalogue[event.type as EventType].strict().parse(event.data.object);
  }
});
