import { type DomainEvent, newId, type PeerName, publisherNames } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { eventually } from '@florin/testing';
import { connect, type JetStreamManager, type NatsConnection } from 'nats';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startClosedNats } from '../../test/closed-nats.ts';
import { openEventStores } from '../../test/event-stores.ts';
import { eventOf } from '../../test/nats-server.ts';
import { startConsumer } from '../consuming/consume.ts';
import { startRelay } from '../publishing/relay.ts';
import { connectEvents } from './connection.ts';
import { NATS_ADMIN } from './rights.ts';

let nats: Awaited<ReturnType<typeof startClosedNats>>;
let admin: JetStreamManager;
beforeAll(async () => {
  nats = await startClosedNats();
  admin = await (await nats.dial(NATS_ADMIN)).jetstreamManager();
});
afterAll(() => nats.stop());
beforeEach(async () => {
  for (const service of publisherNames) await admin.streams.purge(`florin_${service}`);
});

const apps: readonly PeerName[] = [
  'identity',
  'accounts',
  'ledger',
  'billing',
  'webhooks',
  'gateway',
];
const everySubject = async () => {
  const found: string[] = [];
  for (const service of publisherNames) {
    const { state } = await admin.streams.info(`florin_${service}`, { subjects_filter: '>' });
    found.push(...Object.keys(state.subjects ?? {}));
  }
  return found;
};

/** Whether the server reports a permissions violation for this request. */
async function isRefused(user: NatsConnection, send: () => void): Promise<boolean> {
  const status = user.status()[Symbol.asyncIterator]();
  const firstStatus = status.next();
  send();
  await user.flush();
  const none = new Promise<false>((resolve) => setTimeout(() => resolve(false), 200));
  const first = await Promise.race([firstStatus, none]);
  return first !== false && first.value.permissionContext !== undefined;
}

describe('a client without credentials', () => {
  it.each([
    ['none', {}],
    ['a wrong password', { user: 'ledger', pass: 'wrong' }],
    ['the password of another', { user: 'ledger', pass: `1:billing/${'p'.repeat(32)}` }],
    ['a token', { token: 'ledger' }],
  ])('is rejected: %s', async (_, given) => {
    const dialled = connect({ servers: `127.0.0.1:${nats.port}`, ...given });
    await expect(dialled).rejects.toThrow('Authorization Violation');
  });
});

describe.each(apps)('%s', (app) => {
  it('publishes to its own subjects only', async () => {
    const user = await nats.dial(app);
    for (const service of [...publisherNames, 'gateway'])
      user.publish(`florin.${service}.payment.succeeded`, 'forged');
    await user.flush();
    const own = publisherNames.filter((name) => name === app);
    await eventually(async () =>
      expect(await everySubject()).toEqual(own.map((name) => `florin.${name}.payment.succeeded`)),
    );
  });

  it('publishes revocations to gateways only as identity', async () => {
    const user = await nats.dial(app);
    expect(await isRefused(user, () => user.publish('florin-revision', '9'))).toBe(
      app !== 'identity',
    );
  });

  it('receives wake-ups from its own processes only', async () => {
    const user = await nats.dial(app);
    for (const service of publisherNames) {
      const isOwn = service === app;
      const subject = `florin-wake.${service}`;
      expect(await isRefused(user, () => user.publish(subject))).toBe(!isOwn);
      const subscribe = () => user.subscribe(subject, { callback: () => {} });
      expect(await isRefused(user, subscribe)).toBe(!isOwn);
    }
  });

  it('receives replies to itself only', async () => {
    const user = await nats.dial(app);
    for (const subject of ['>', 'florin.>', '_INBOX.>', '_INBOX_webhooks.>', '$JS.>', '$SYS.>']) {
      const isOwn = subject === `_INBOX_${app}.>`;
      const refused = await isRefused(user, () => user.subscribe(subject, { callback: () => {} }));
      expect([subject, refused]).toEqual([subject, !isOwn]);
    }
  });

  it('cannot create, change, delete or read its stream, and can purge only its own', async () => {
    const user = await nats.dial(app);
    const manager = await user.jetstreamManager({ checkAPI: false });
    for (const service of publisherNames) {
      const stream = `florin_${service}`;
      const tries = {
        make: manager.streams.add({ name: stream, subjects: ['florin.ledger.>'] }),
        mirror: manager.streams.add({ name: `my_${service}`, mirror: { name: stream } }),
        change: manager.streams.update(stream, { subjects: ['other.>'] }),
        ...(service === app ? {} : { empty: manager.streams.purge(stream) }),
        delete: manager.streams.delete(stream),
        erase: manager.streams.deleteMessage(stream, 1),
        read: manager.streams.getMessage(stream, { seq: 1 }),
        list: manager.streams.names().next(),
        consume: manager.consumers.add(stream, { durable_name: 'spy' }),
        lead: manager.consumers.add(stream, {
          ...{ durable_name: 'webhooks', filter_subject: 'florin.>' },
          deliver_subject: 'florin.ledger.payment.succeeded',
        }),
        unmake: manager.consumers.delete(stream, app === 'webhooks' ? 'billing' : 'webhooks'),
      };
      const outcomes = await Promise.allSettled(Object.values(tries));
      for (const [index, name] of Object.keys(tries).entries())
        expect([service, name, outcomes[index]]).toMatchObject([
          ...[service, name],
          { status: 'rejected', reason: { code: 'PERMISSIONS_VIOLATION' } },
        ]);
    }
  });

  it('cannot redirect replies to a subject of another app', async () => {
    const user = await nats.dial(app);
    const ledger = await nats.dial('ledger');
    const truth = JSON.stringify(eventOf(newId(), 1));
    await ledger.jetstream().publish('florin.ledger.payment.succeeded', truth);
    const reply = 'florin.ledger.payment.failed';
    const forged = JSON.stringify({ ...eventOf(newId(), 1), type: 'payment.failed' });
    for (const service of publisherNames) {
      user.publish(`florin.${service}.any.thing`, forged, { reply });
      user.publish(`$JS.API.DIRECT.GET.florin_${service}`, '{"seq":1}', { reply });
      user.publish(`$JS.API.STREAM.MSG.GET.florin_${service}`, '{"seq":1}', { reply });
      user.publish(`$JS.API.CONSUMER.MSG.NEXT.florin_${service}.${app}`, '1', { reply });
    }
    await user.flush();
    const { state } = await admin.streams.info('florin_ledger');
    for (let seq = state.first_seq + 1; seq <= state.last_seq; seq += 1) {
      const { subject, data } = await admin.streams.getMessage('florin_ledger', { seq });
      // Its own stream's replies to a publisher are not events.
      if (subject === reply) expect(new TextDecoder().decode(data)).not.toContain('aggregate_id');
    }
  });
});

describe('Florin on a NATS with one user per app', () => {
  it('publishes, consumes and notifies without any refusal', async () => {
    const stores = await openEventStores();
    const outages: unknown[] = [];
    const open = (app: PeerName) =>
      connectEvents({ url: nats.urlOf(app) }, app, (trouble) => outages.push([app, trouble]));
    const [publishing, consuming] = [open('ledger'), open('billing')];
    const [telling, listening] = [open('identity'), open('gateway')];
    const handled: DomainEvent[] = [];
    const onError = (error: unknown) => outages.push(error);
    const parts = [
      startRelay(stores.db, 'ledger', publishing, onError),
      startConsumer(consuming, 'ledger', {
        name: 'billing',
        db: stores.open().db,
        only: 'payment.*',
        handle: async (_tx, events) => {
          handled.push(...events);
        },
        onDeadLetter: (...deadLetter) => outages.push(deadLetter),
        onRefused: (subjects) => outages.push(subjects),
        onError,
      }),
    ];
    const typed = (type: string) => ({ ...eventOf(newId(), 1), type });
    const [alone, ...gathered] = ['succeeded', 'failed', 'canceled'].map((what) =>
      typed(`payment.${what}`),
    ) as [DomainEvent, ...DomainEvent[]];
    const events = [alone, typed('transaction.created'), ...gathered];
    await stores.db.transaction().execute((tx) => addToOutbox(tx, events));
    await eventually(async () => expect(handled).toEqual([alone, ...gathered]));
    const heard: string[] = [];
    listening.subscribe('florin-revision', (text) => heard.push(text));
    await eventually(async () => {
      telling.publish('florin-revision', '7');
      expect(heard).toContain('7');
    });
    await Promise.all(parts.map((part) => part.stop()));
    for (const connection of [publishing, consuming, telling, listening]) {
      expect(connection.outage()).toBeUndefined();
      await connection.close();
    }
    expect(outages).toEqual([]);
    await stores.drop();
  });
});
