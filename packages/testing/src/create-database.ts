import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { NATS_VARIABLE, POSTGRES_VARIABLE } from './servers.ts';

const CLOSING_TURNS_MAX = 20;
const CLOSING_TURN_MS = 10;
/** Postgres does not listen yet, or is not ready (`cannot_connect_now`). */
const STARTING = ['ECONNREFUSED', '57P03'];
const START_MS_MAX = 30_000;
const START_POLL_MS = 20;

export interface TestDatabase {
  /** Superuser's URL of the database. */
  readonly adminUrl: string;
  drop(): Promise<void>;
}

/** Creates an empty database on the run's Postgres. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = newName();
  await withClient((client) => client.query(`create database ${name} strategy file_copy`));
  return { adminUrl: urlOf(name), drop: () => dropDatabase(name) };
}

/**
 * Copies the database `template`, which `fill` fills once per run, since copying is much faster
 * than migrating. `fill` must close its connections.
 */
export async function copyDatabase(
  template: string,
  fill: (adminUrl: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const name = newName();
  await withClient(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      template,
    ]);
    if (rowCount === 0) {
      // Renamed to its final name once it is complete.
      const unfinished = newName();
      await client.query(`create database ${unfinished}`);
      await fill(urlOf(unfinished));
      await closed(client, unfinished);
      await client.query(`alter database ${unfinished} rename to ${template}`);
    }
    await client.query('select pg_advisory_unlock_all()');
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  return { adminUrl: urlOf(name), drop: () => dropDatabase(name) };
}

async function dropDatabase(name: string): Promise<void> {
  await withClient(async (client) => {
    await closed(client, name);
    await client.query(`drop database ${name} with (force)`);
  });
}

/** Waits for a pool that is still closing: terminating its connections would make it fail. */
async function closed(client: Client, name: string): Promise<void> {
  for (let turn = 0; turn < CLOSING_TURNS_MAX; turn += 1) {
    const open = await client.query('select from pg_stat_activity where datname = $1', [name]);
    if (open.rowCount === 0) return;
    await pause(CLOSING_TURN_MS);
  }
}

function newName(): string {
  return `test_${randomBytes(6).toString('hex')}`;
}

function urlOf(database: string): string {
  return Object.assign(new URL(serverUrl(POSTGRES_VARIABLE)), { pathname: database }).href;
}

/** The NATS of this vitest worker. */
export function natsUrl(): string {
  const urls = serverUrl(NATS_VARIABLE).split(',');
  const worker = Number(process.env.VITEST_POOL_ID);
  const url = urls[worker - 1];
  if (url === undefined) throw new Error(`worker ${worker} of vitest has no NATS`);
  return url;
}

async function withClient(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = await connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The first tests of a run start while Postgres still does. */
async function connect(): Promise<Client> {
  const endsAt = performance.now() + START_MS_MAX;
  for (;;) {
    const client = new Client({ connectionString: serverUrl(POSTGRES_VARIABLE) });
    try {
      await client.connect();
      return client;
    } catch (error) {
      const isStarting = STARTING.includes((error as NodeJS.ErrnoException).code ?? '');
      if (!isStarting || performance.now() > endsAt) throw error;
      await pause(START_POLL_MS);
    }
  }
}

function serverUrl(variable: string): string {
  const url = process.env[variable];
  if (!url) throw new Error(`${variable} is not set: run the tests by npm test or vitest`);
  return url;
}
