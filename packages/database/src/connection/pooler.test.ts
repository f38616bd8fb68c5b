import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  freePort,
  type RunningServer,
  scratchParent,
  spawnPgbouncer,
  spawnPostgres,
} from '@florin/local-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { poolerHint } from '../errors/pooler-hint.ts';
import { appRoleOf, provisionService } from '../migrations/provision-service.ts';
import { inBackground } from './in-background.ts';
import { openDatabase, TIMEOUTS } from './open-database.ts';

const SESSIONS = 2;
const CLIENTS = 10;
const TURNS = 20;

const password = 'app';
let directory: string;
let postgres: RunningServer;
let pgbouncer: Awaited<ReturnType<typeof spawnPgbouncer>>;

beforeAll(async () => {
  directory = await mkdtemp(join(scratchParent(), 'florin-pooler-'));
  // As root, both servers run as another user, who needs access to the directory.
  await chmod(directory, 0o711);
  const dataDir = join(directory, 'postgres');
  postgres = await spawnPostgres({ dataDir, port: await freePort(), password: 'admin' });
  await provisionService(postgres.url, 'billing', { owner: 'owner', app: password });
  pgbouncer = await spawnPgbouncer({
    folder: join(directory, 'pgbouncer'),
    postgresPort: postgres.port,
    passwords: { [appRoleOf('billing')]: password },
    sessionsMax: SESSIONS,
    onProgress: (message) => process.stderr.write(`${message}\n`),
  });
  // The binaries may have to be downloaded over a slow network.
}, 180_000);

afterAll(async () => {
  await pgbouncer?.stop();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

/** The service's database, reached through PgBouncer. */
function open(isPooled: boolean) {
  const port = String(pgbouncer?.port);
  const username = appRoleOf('billing');
  const { href: url } = Object.assign(new URL(postgres.url), { port, username, password });
  return openDatabase<unknown>({ url, poolSizeMax: CLIENTS, isPooled }, () => {}, {
    pipeline: true,
    settings: { enable_seqscan: 'off' },
  });
}

it('rejects the startup parameters of sessions if the pooler is not configured', async ({
  skip,
}) => {
  skip(!pgbouncer, 'there is no PgBouncer');
  const { pool, close } = open(false);
  const refused = await pool.query('select 1').catch((error: unknown) => error);
  expect(String(refused)).toContain('unsupported startup parameter');
  expect(poolerHint(refused)).toContain('DATABASE_POOLER=transaction');
  await close();
});

it('gives each transaction a different session with the right timeouts', async ({ skip }) => {
  skip(!pgbouncer, 'there is no PgBouncer');
  const pooled = open(true);
  const sessions = new Set<number | undefined>();
  // As many concurrent clients as connections, so none waits for one.
  const client = async (_: unknown, number: number) => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const kind = (number + turn) % 3;
      const { rows } = await pooled.pool.query<{ pid: number; sum: number }>({
        name: `named-${kind}`,
        text: `select pg_backend_pid() as pid, ${kind} + $1::int as sum`,
        values: [turn],
      });
      expect(rows[0]?.sum).toBe(kind + turn);
      sessions.add(rows[0]?.pid);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  expect(sessions.size).toBeLessThanOrEqual(SESSIONS);
  for (const [name, timeoutMs] of Object.entries(TIMEOUTS)) {
    const { rows } = await pooled.pool.query(
      `select setting::int as ms from pg_settings where name = $1`,
      [name],
    );
    expect([name, rows]).toEqual([name, [{ ms: timeoutMs }]]);
  }
  await inBackground(pooled.db, async () => {});
  // Session settings must not leak to the next client of a session.
  const plans = await Promise.all(
    Array.from({ length: CLIENTS }, () => pooled.pool.query('show enable_seqscan')),
  );
  expect(plans.map(({ rows }) => rows)).toEqual(plans.map(() => [{ enable_seqscan: 'on' }]));
  await pooled.close();
});
