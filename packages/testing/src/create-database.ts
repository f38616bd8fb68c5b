import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { NATS_VARIABLE, POSTGRES_VARIABLE } from './servers.ts';

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
  return { adminUrl: url.href, drop: () => run(`drop database ${name} with (force)`) };
}

/** The NATS of this worker of vitest. */
export function natsUrl(): string {
  const urls = serverUrl(NATS_VARIABLE).split(',');
  const worker = Number(process.env.VITEST_POOL_ID);
  const url = urls[worker - 1];
  if (url === undefined) throw new Error(`worker ${worker} of vitest has no NATS`);
  return url;
}

async function run(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl(POSTGRES_VARIABLE) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function serverUrl(variable: string): string {
  const url = process.env[variable];
  if (!url) throw new Error(`${variable} is not set: run the tests by npm test or vitest`);
  return url;
}
