import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { NATS_VARIABLE, POSTGRES_VARIABLE } from './servers.ts';

const CLOSING_TURNS_MAX = 20;
const CLOSING_TURN_MS = 10;

export interface TestDatabase {
  /** As superuser. */
  readonly adminUrl: string;
  drop(): Promise<void>;
}

/** An empty database of its own on the run's Postgres. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(`create database ${name}`);
  const url = new URL(serverUrl(POSTGRES_VARIABLE));
  url.pathname = name;
  return { adminUrl: url.href, drop: () => dropDatabase(name) };
}

/** A pool that was ended is still closing its connections: to cut them would be an error there. */
async function dropDatabase(name: string): Promise<void> {
  for (let turn = 0; turn < CLOSING_TURNS_MAX; turn += 1) {
    const open = await run(`select from pg_stat_activity where datname = '${name}'`);
    if (open === 0) break;
    await pause(CLOSING_TURN_MS);
  }
  await run(`drop database ${name} with (force)`);
}

/** The NATS of this worker of vitest. */
export function natsUrl(): string {
  const urls = serverUrl(NATS_VARIABLE).split(',');
  const worker = Number(process.env.VITEST_POOL_ID);
  const url = urls[worker - 1];
  if (url === undefined) throw new Error(`worker ${worker} of vitest has no NATS`);
  return url;
}

async function run(statement: string): Promise<number | null> {
  const client = new Client({ connectionString: serverUrl(POSTGRES_VARIABLE) });
  await client.connect();
  try {
    return (await client.query(statement)).rowCount;
  } finally {
    await client.end();
  }
}

function serverUrl(variable: string): string {
  const url = process.env[variable];
  if (!url) throw new Error(`${variable} is not set: run the tests by npm test or vitest`);
  return url;
}
