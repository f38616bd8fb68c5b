import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { newId } from '@florin/contracts';
import {
  addConsumersToOutbox,
  addSentHash,
  addToOutbox,
  addTraceToOutbox,
  appRoleOf,
  createIdempotencyKeys,
  createInbox,
  createLeases,
  createOutbox,
  createSteps,
  type Database,
  type InboxTables,
  type LeaseTables,
  type Migrations,
  makeLeaseHolder,
  makeSaga,
  moveOutboxToCursor,
  type OutboxTables,
  openDatabase,
  prepareThrowawayDatabase,
  renameParkedEvents,
  renameSteps,
  type SagaTables,
} from '@florin/database';
import { defineRoute } from '@florin/http-api';
import { freePort, type RunningServer, spawnNats } from '@florin/local-servers';
import {
  callService,
  createDatabase,
  eventually,
  type TestDatabase,
  testKeys,
} from '@florin/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createLog } from '../program/log.ts';
import type { ServiceConfig } from '../settings/config.ts';
import { defineService, type Foundation } from './define-service.ts';
import { consume, type ServiceParts } from './service-parts.ts';
import { startService } from './start-service.ts';

interface Tables extends OutboxTables, InboxTables, LeaseTables, SagaTables {}
type Base = Foundation<ServiceConfig, Tables>;

const tables = {
  async up(db) {
    const app = appRoleOf('ledger');
    for (const create of [createIdempotencyKeys, createSteps, createOutbox, createInbox])
      await create(db, app);
    for (const rename of [renameSteps, renameParkedEvents]) await rename(db, app);
    await createLeases(db, app);
    await addSentHash(db);
    await addTraceToOutbox(db);
    await moveOutboxToCursor(db, app);
    await addConsumersToOutbox(db, app);
  },
} satisfies Migrations[string];

let database: TestDatabase;
let url: string;
let superuser: Database<unknown>;
/** A dedicated NATS: a consumer reads the whole stream, including events of other tests. */
let nats: RunningServer;
let natsDir: string;
beforeAll(async () => {
  natsDir = await mkdtemp(join(tmpdir(), 'florin-nats-'));
  nats = await spawnNats({ storeDir: natsDir, port: await freePort(), onProgress() {} });
  database = await createDatabase();
  url = await prepareThrowawayDatabase(database.adminUrl, 'ledger', { '0001-tables': tables });
  superuser = openDatabase({ url: database.adminUrl, poolSizeMax: 1 }, () => {});
});
afterAll(async () => {
  await superuser.close();
  await database.drop();
  await nats.stop();
  await rm(natsDir, { recursive: true, force: true });
});
/** Events of the test, in order. */
let steps: string[] = [];
beforeEach(() => {
  steps = [];
});

/** Starts a ledger with these parts and the route `POST /v1/transactions`. */
async function start(
  makeParts: (base: Base) => Partial<ServiceParts> = () => ({}),
  ports: Partial<ServiceConfig> = {},
) {
  const lines: string[] = [];
  const definition = defineService<ServiceConfig, Tables>({
    name: 'ledger',
    version: '1.2.3',
    migrations: {},
    readConfig: () => config,
    makeParts: (base) => ({
      outbox: base.db,
      routes: [routeOf(async () => {})],
      ...makeParts(base),
    }),
  });
  const config = {
    host: '127.0.0.1',
    httpPort: 0,
    grpcPort: 0,
    database: { url, poolSizeMax: 4 },
    nats: { url: nats.url },
    acceptKeys: testKeys('gateway'),
    callKeys: testKeys(),
    ...ports,
  };
  const destination = new PassThrough().on('data', (line) => lines.push(String(line)));
  const service = await startService(definition, config, createLog('ledger', destination));
  onTestFinished(() => service.stop().catch(() => {}));
  const post = () =>
    callService('ledger', service.httpPort, 'POST', '/v1/transactions', { caller });
  return { ...service, post, logText: () => lines.join('') };
}

const caller = { userId: newId(), accountId: newId(), role: 'owner' } as const;

function routeOf(work: () => Promise<void>) {
  return defineRoute({
    method: 'POST',
    path: '/v1/transactions',
    operationId: 'forATest',
    summary: 'For a test',
    token: 'session',
    replies: { 200: z.object({}) },
    errors: [],
    async handle() {
      await work();
      return { status: 200, body: {} };
    },
  });
}

/** Waits until the service has closed all of its connections. */
async function expectNoConnections(): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await superuser.pool.query(
      `select from pg_stat_activity where usename = 'florin_ledger' and datname = current_database()`,
    );
    expect(rowCount).toBe(0);
  });
}

it('repeats rounds: at once if there is more, after a rest, and after a failure', async () => {
  const outcomes = [
    async () => true,
    () => Promise.reject(new Error('no luck')),
    async () => false,
  ];
  const { logText } = await start(() => ({
    workers: [
      {
        name: 'counting',
        async round() {
          steps.push('round');
          return (await outcomes.shift()?.()) ?? false;
        },
        restMs: 60_000,
        restAfterErrorMs: 1,
      },
    ],
  }));
  await eventually(async () => expect(outcomes).toEqual([]));
  expect(steps).toHaveLength(3);
  expect(logText()).toContain('counting failed');
});

it('does not report a failure that its worker expects', async () => {
  const { logText } = await start(() => ({
    workers: [
      {
        name: 'waiting',
        async round() {
          steps.push('round');
          throw new Error(steps.length === 1 ? 'expected' : 'unexpected');
        },
        restMs: 1,
        expects: (error) => String(error).includes(': expected'),
      },
    ],
  }));
  await eventually(async () => expect(logText()).toContain('unexpected'));
  expect(logText()).not.toContain('"message":"expected"');
});

it('publishes its outbox, handles consumed events and resumes interrupted runs', async () => {
  const event = {
    id: newId(),
    type: 'transaction.created',
    created_at: '2026-01-31T00:00:00.000Z',
    account_id: null,
    aggregate_id: newId(),
    aggregate_sequence: 1,
    data: { object: {} },
    request: { id: null, idempotency_key: null },
  };
  const run = newId();
  await superuser.pool.query(
    `insert into ledger.saga_runs (id, kind, step, state, leased_until)
     values ($1, 'thing', 'only', '{}', now() - interval '1 second')`,
    [run],
  );
  const { httpPort } = await start(({ db }) => ({
    consumers: [
      consume(db, 'ledger', {
        async handle(_tx, events) {
          for (const { id } of events) steps.push(id);
        },
      }),
    ],
    sagas: {
      db,
      runners: [
        makeSaga<object, Tables>(db, {
          kind: 'thing',
          first: 'only',
          steps: {
            only: async () => ({
              async done(tx) {
                await addToOutbox(tx, [event]);
                return { status: 200, body: {} };
              },
            }),
          },
        }),
      ],
    },
    leases: [makeLeaseHolder(db, 'settlement', 1_000)],
  }));
  // The saga writes the event, the relay publishes it, and the consumer receives it.
  await eventually(async () => expect(steps).toEqual([event.id]));
  await eventually(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${httpPort}/metrics`)).text();
    for (const line of [
      /florin_database_connections\{state="max"\} 4/,
      /florin_outbox_backlog 0/,
      /florin_consumer_backlog\{consumer="ledger",source="ledger"\} 0/,
      /florin_lease_held_seconds\{lease="relay"\} \d/,
      /florin_lease_held_seconds\{lease="ledger:ledger"\} 0\.\d/,
      /florin_lease_held_seconds\{lease="settlement"\} 0\n/,
      /florin_saga_runs_open 0/,
      /florin_dead_letters\{consumer="ledger"\} 0/,
      /florin_nats_up 1/,
    ])
      expect(metrics).toMatch(line);
  });
});

it('stops in order: requests, background work, shared resources, the database', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const service = await start(({ db, onStop, onClose }) => {
    onStop(() => steps.push('worker stopped'));
    onClose(async () => {
      await sql`select 1`.execute(db);
      steps.push('closed, with a database');
    });
    return {
      routes: [
        routeOf(async () => {
          asked.resolve();
          await answered.promise;
          await sql`select 1`.execute(db);
          steps.push('answered');
        }),
      ],
      leases: [makeLeaseHolder(db, 'settlement', 60_000)],
      endStreams: () => steps.push('streams ended'),
    };
  });
  const answer = service.post();
  await asked.promise;
  const stopping = service.stop();
  await eventually(async () => expect(steps).toEqual(['streams ended']));
  answered.resolve();
  expect((await answer).status).toBe(200);
  await stopping;
  expect(steps).toEqual([
    ...['streams ended', 'answered', 'worker stopped', 'closed, with a database'],
  ]);
  await expectNoConnections();
  const { rows } = await superuser.pool.query('select name from ledger.leases');
  expect(rows).toEqual([]);
});

it('closes everything it has opened if a part cannot be created, and reports why', async () => {
  const starting = start(({ db, onStop, onClose }) => {
    onStop(() => steps.push('stopped'));
    onClose(async () => {
      await sql`select 1`.execute(db);
      steps.push('closed');
    });
    throw new Error('no such key');
  });
  await expect(starting).rejects.toThrow('no such key');
  expect(steps).toEqual(['stopped', 'closed']);
  await expectNoConnections();
});

it('closes everything it has started if its port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const starting = start(
    ({ onClose }) => {
      onClose(() => steps.push('closed'));
      const round = async () => void steps.push('round');
      return { workers: [{ name: 'counting', round, restMs: 1 }] };
    },
    { httpPort: port },
  );
  await expect(starting).rejects.toThrow('EADDRINUSE');
  expect(steps.at(-1)).toBe('closed');
  await expectNoConnections();
  expect(steps.at(-1)).toBe('closed');
});
