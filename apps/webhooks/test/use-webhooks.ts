import { type Caller, type DomainEvent, newId, toPublicId, type Uuid } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { eventOf, type Producers, startProducers } from './producers.ts';
import { type Answer, type Receiver, startReceiver } from './receiver.ts';
import {
  type Bus,
  createLogDatabase,
  type LogDatabase,
  startBus,
  startWebhooks,
  type WebhooksTestOptions,
} from './start-webhooks.ts';

export const ownerOf = (accountId: Uuid): Partial<Caller> => ({
  userId: newId(),
  accountId,
  role: 'owner',
});

/** The service with its producers, for the tests of one file. */
export function useWebhooks(options: WebhooksTestOptions = {}) {
  let bus: Bus;
  let producers: Producers;
  let database: LogDatabase;
  let webhooks: Awaited<ReturnType<typeof startWebhooks>>;
  const receivers: Receiver[] = [];
  beforeAll(async () => {
    [bus, database] = await Promise.all([startBus(), createLogDatabase()]);
    producers = await startProducers(bus, ['ledger', 'accounts', 'billing', 'identity']);
    webhooks = await startWebhooks(database, bus, options);
  });
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  });
  afterAll(async () => {
    await webhooks.stop();
    await producers.stop();
    await Promise.all([bus.stop(), database.drop()]);
  });

  return {
    webhooks: () => webhooks,
    database: () => database,
    startAnother: () => startWebhooks(database, bus, options),
    /** Publishes without an outbox, once the stream exists. */
    async publish(message: string) {
      const { client } = await bus.connection.jetStream();
      await eventually(() => client.publish('florin.ledger.thing.changed', message));
    },
    ofBilling: () => producers.of('billing'),
    ofIdentity: () => producers.of('identity'),
    emit: (...events: readonly DomainEvent[]) => producers.of('ledger').emit(events),
    /** Emits the event by which accounts reports a new account. */
    openAccount: (accountId: Uuid) =>
      producers
        .of('accounts')
        .emit([eventOf(accountId, accountId, 1, { type: 'account.created' })]),
    /** Emits events of an account, each about a new object unless one is given. */
    async happen(accountId: Uuid, count: number, type = 'payment.created', thing?: Uuid) {
      const events = Array.from({ length: count }, (_, index) =>
        eventOf(accountId, thing ?? newId(), thing ? index + 1 : 1, { type }),
      );
      await producers.of('ledger').emit(events);
      return events.map(({ id }) => toPublicId('event', id));
    },
    async receive(answer?: Answer) {
      const receiver = await startReceiver(answer);
      receivers.push(receiver);
      return receiver;
    },
    /** Creates an endpoint of an account. */
    async createEndpoint(accountId: Uuid, body: object) {
      const caller = ownerOf(accountId);
      const call = (method: string, path = '', content?: object) =>
        webhooks.call(method, `/v1/webhook_endpoints/${created.body.id}${path}`, {
          caller,
          ...(content && { body: content }),
        });
      const created = await webhooks.call('POST', '/v1/webhook_endpoints', { caller, body });
      expect([created.status, created.body]).toEqual([201, expect.anything()]);
      return {
        id: created.body.id as string,
        secret: created.body.secret as string,
        call,
        async deliveries(query = 'limit=100') {
          const { body: list } = await call('GET', `/deliveries?${query}`);
          return list.data;
        },
      };
    },
  };
}
