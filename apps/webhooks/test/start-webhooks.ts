import { connectEvents } from '@florin/events';
import { testDatabase, testService } from '@florin/service-testing';
import { startNats, testKeys } from '@florin/testing';
import { Client } from 'pg';
import { migrations } from '../src/migrations/index.ts';
import { webhooks } from '../src/service.ts';

export type Bus = Awaited<ReturnType<typeof startBus>>;

/** A NATS of the test, with a connection. */
export async function startBus() {
  const { url, stop } = await startNats();
  const connection = connectEvents({ url }, 'test', () => {});
  return {
    url,
    connection,
    async stop() {
      await connection.close();
      await stop();
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
  const database = await testDatabase('webhooks', migrations);
  return {
    ...database,
    /** The whole log in the order of its accounts; events without an account come last. */
    readLog: () =>
      database.query<LoggedEvent>(
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
export function startWebhooks(
  { url }: LogDatabase,
  bus: Bus,
  { allowsPrivate = true, ports, deliveriesKeptDays = 30 }: WebhooksTestOptions = {},
) {
  return testService(webhooks, {
    database: { url, poolSizeMax: 6 },
    nats: { url: bus.url },
    acceptKeys: testKeys('gateway', 'billing'),
    callKeys: new Map(),
    allowsPrivate,
    keepsAnswers: true,
    ports,
    eventsKeptDays: undefined,
    deliveriesKeptDays,
  });
}
