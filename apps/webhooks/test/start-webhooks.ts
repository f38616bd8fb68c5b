import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { prepareThrowawayDatabase } from '@florin/database';
import { connectEvents } from '@florin/events';
import { freePort, spawnNats } from '@florin/local-servers';
import { createLog, startService } from '@florin/service';
import {
  type CallOptions,
  callService,
  createDatabase,
  fetchService,
  testKeys,
} from '@florin/testing';
import { Client } from 'pg';
import { migrations } from '../src/migrations/index.ts';
import { webhooks } from '../src/service.ts';

export type Bus = Awaited<ReturnType<typeof startBus>>;

/** A NATS of the test: on a shared one every log would receive the events of all tests. */
export async function startBus() {
  const directory = await mkdtemp(join(tmpdir(), 'florin-webhooks-'));
  const server = await spawnNats({ storeDir: join(directory, 'nats'), port: await freePort() });
  const connection = connectEvents({ url: server.url }, 'test', () => {});
  return {
    url: server.url,
    connection,
    async stop() {
      await connection.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type LogDatabase = Awaited<ReturnType<typeof createLogDatabase>>;

/** A row of the event log. */
export interface LoggedEvent {
  readonly id: string;
  readonly account_id: string | null;
  readonly sequence: number | null;
  readonly type: string;
  readonly data: { readonly object: { readonly of?: string; readonly version?: number } };
}

/** An empty database of the service, for any number of its processes. */
export async function createLogDatabase() {
  const { adminUrl, drop } = await createDatabase();
  const url = await prepareThrowawayDatabase(adminUrl, 'webhooks', migrations);
  return {
    /** URL with the service's role. */
    url,
    drop,
    query: <Row>(text: string, values: readonly unknown[] = []) =>
      query<Row>(adminUrl, text, values),
    /** The whole log in the order of its accounts; events without an account come last. */
    readLog: () =>
      query<LoggedEvent>(
        adminUrl,
        `select id, account_id, sequence::int, type, data
           from webhooks.events order by account_id, sequence, created_at, id`,
      ),
  };
}

/** Runs one statement in its own session. */
export async function query<Row>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

export interface WebhooksTestOptions {
  readonly allowsPrivate?: boolean;
  readonly ports?: ReadonlySet<number>;
  readonly deliveriesKeptDays?: number;
}

/** One process of the service. */
export async function startWebhooks(
  { url }: LogDatabase,
  bus: Bus,
  { allowsPrivate = true, ports, deliveriesKeptDays = 30 }: WebhooksTestOptions = {},
) {
  const lines: string[] = [];
  const service = await startService(
    webhooks,
    {
      host: '127.0.0.1',
      httpPort: 0,
      grpcPort: 0,
      database: { url, poolSizeMax: 6 },
      nats: { url: bus.url },
      acceptKeys: testKeys('gateway', 'billing'),
      callKeys: new Map(),
      allowsPrivate,
      keepsAnswers: true,
      ports,
      eventsKeptDays: undefined,
      deliveriesKeptDays,
    },
    createLog('webhooks', into(lines)),
  );
  return {
    ...service,
    call: (method: string, path: string, options?: CallOptions) =>
      callService('webhooks', service.httpPort, method, path, options),
    fetch: (path: string, options?: CallOptions) =>
      fetchService('webhooks', service.httpPort, 'GET', path, options),
    logged: () => lines.map((line) => JSON.parse(line) as { msg: string; reason?: string }),
  };
}

function into(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
}
