import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  freePort,
  type RunningServer,
  scratchParent,
  spawnPostgres,
  spawnStandby,
} from '@florin/local-servers';
import { eventually } from '@florin/testing';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../connection/open-database.ts';
import { openReads } from './open-reads.ts';
import type { Reads } from './spread-reads.ts';

interface Tables {
  readonly things: { readonly id: number };
}

let directory: string;
let primary: RunningServer;
let standby: RunningServer;
let database: Database<Tables>;
let onStandby: Client;

beforeAll(async () => {
  directory = await mkdtemp(join(scratchParent(), 'florin-standby-'));
  // As root, Postgres runs as another user, who needs access to the directory.
  await chmod(directory, 0o711);
  const source = join(directory, 'primary');
  primary = await spawnPostgres({ dataDir: source, port: await freePort(), password: 'admin' });
  database = openDatabase({ url: primary.url, poolSizeMax: 4 }, () => {});
  await sql`create table things (id integer primary key)`.execute(database.db);
  standby = await spawnStandby({
    primaryUrl: primary.url,
    source,
    folder: join(directory, 'standby'),
    port: await freePort(),
  });
  onStandby = new Client({ connectionString: standby.url });
  await onStandby.connect();
});
afterAll(async () => {
  await onStandby.end();
  await database.close();
  await Promise.all([standby.stop(), primary.stop()]);
  await rm(directory, { recursive: true, force: true });
});

let reads: Reads;
let places: string[];
let lags: (number | undefined)[];

function open(urls: readonly string[], lagMaxMs = 60_000): Reads {
  const config = { url: primary.url, poolSizeMax: 4 };
  const meter = {
    read: (place: string) => places.push(place),
    lag: (_standby: string, seconds: number | undefined) => lags.push(seconds),
  };
  return openReads(database.pool, config, { urls, lagMaxMs }, () => {}, meter);
}
beforeEach(() => {
  places = [];
  lags = [];
  reads = open([standby.url]);
});
afterEach(async () => {
  await onStandby.query('select pg_wal_replay_resume()');
  await reads.stop();
});

const isRecovering = (db: Kysely<Tables>) =>
  sql<{ yes: boolean }>`select pg_is_in_recovery() as yes`.execute(db);
let lastId = 0;
async function write(): Promise<number> {
  lastId += 1;
  await database.db.insertInto('things').values({ id: lastId }).execute();
  return lastId;
}
const count = async () =>
  (await database.db.selectFrom('things').select('id').execute()).map(({ id }) => id);

it('reads from a standby, only within its work', async () => {
  const { result } = await reads.spread(undefined, () => isRecovering(database.db));
  expect(result.rows).toEqual([{ yes: true }]);
  expect((await isRecovering(database.db)).rows).toEqual([{ yes: false }]);
  expect(places).toEqual(['standby']);
});

it('does not redirect another database used by the same work', async () => {
  const other = openDatabase<Tables>({ url: primary.url, poolSizeMax: 1 }, () => {});
  const { result } = await reads.spread(undefined, () =>
    Promise.all([isRecovering(database.db), isRecovering(other.db)]),
  );
  expect(result.map(({ rows }) => rows[0]?.yes)).toEqual([true, false]);
  await other.close();
});

it('always sees everything committed before', async () => {
  for (let turn = 0; turn < 200; turn += 1) {
    const id = await write();
    const { result } = await reads.spread(undefined, count);
    expect(result).toContain(id);
  }
  expect(places).toContain('standby');
});

it('falls back to the primary while the standby lags, and returns to it', async () => {
  await onStandby.query('select pg_wal_replay_pause()');
  for (let turn = 0; turn < 20; turn += 1) {
    const id = await write();
    expect((await reads.spread(undefined, count)).result).toContain(id);
  }
  expect(new Set(places)).toEqual(new Set(['primary']));
  await onStandby.query('select pg_wal_replay_resume()');
  await eventually(async () => {
    await reads.spread(undefined, count);
    expect(places.at(-1)).toBe('standby');
  });
});

it('serves reads with a position from older data, but never from before that position', async () => {
  const before = await reads.position();
  await eventually(async () => {
    await reads.spread(before, count);
    expect(places.at(-1)).toBe('standby');
  });
  await onStandby.query('select pg_wal_replay_pause()');
  const id = await write();
  const old = await reads.spread(before, count);
  expect(old.result).not.toContain(id);
  expect(old.seen).toBeGreaterThanOrEqual(before);
  const after = await reads.position();
  expect((await reads.spread(after, count)).result).toContain(id);
  expect(places.slice(-2)).toEqual(['standby', 'primary']);
});

it('serves nothing older than the bound', async () => {
  const bounded = open([standby.url], 2_000);
  try {
    const before = await reads.position();
    await onStandby.query('select pg_wal_replay_pause()');
    const id = await write();
    // Standbys are used only once the primary's position at the bound is known.
    await eventually(async () => {
      expect((await bounded.spread(before, count)).result).toContain(id);
      expect(lags.at(-1)).toBeGreaterThan(2);
    });
  } finally {
    await bounded.stop();
  }
});

it('passes on errors of the work, without a second attempt', async () => {
  const failing = async () => {
    await isRecovering(database.db);
    throw new Error('nothing of the kind');
  };
  await expect(reads.spread(undefined, failing)).rejects.toThrow('nothing of the kind');
  const faulty = () => sql`select 1 / 0`.execute(database.db);
  await expect(reads.spread(undefined, faulty)).rejects.toThrow('division by zero');
  expect(places).toEqual([]);
});

it('runs writes on the primary', async () => {
  const id = lastId + 1;
  const { result } = await reads.spread(undefined, write);
  expect(result).toBeGreaterThanOrEqual(id);
  expect(places).toEqual(['primary']);
});

it.each([
  ['is not there', async () => standby.url.replace(`:${standby.port}`, `:${await freePort()}`)],
  ['is a primary', async () => primary.url],
])('falls back to the primary if the standby %s', async (_what, urlOf) => {
  const elsewhere = open([await urlOf()]);
  try {
    const id = await write();
    expect((await elsewhere.spread(undefined, count)).result).toContain(id);
    expect(places).toEqual(['primary']);
  } finally {
    await elsewhere.stop();
  }
});

/** Stops all processes of a Postgres during some work. */
async function whileHanging(
  { pid }: RunningServer,
  session: { query: Client['query'] },
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await session.query<{ pid: number }>('select pid from pg_stat_activity');
  const pids = [pid, ...rows.map((row) => row.pid)];
  for (const one of pids) process.kill(one, 'SIGSTOP');
  try {
    await work();
  } finally {
    for (const one of pids) process.kill(one, 'SIGCONT');
  }
}

it('uses the primary while the standby hangs, and returns to it afterwards', async () => {
  await reads.spread(undefined, count);
  await whileHanging(standby, onStandby, async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const id = await write();
      expect((await reads.spread(undefined, count)).result).toContain(id);
      expect(places.at(-1)).toBe('primary');
    }
  });
  await eventually(async () => {
    await reads.spread(undefined, count);
    expect(places.at(-1)).toBe('standby');
  });
});

it('serves reads with a position while the primary hangs, until the bound is exceeded', async () => {
  const id = await write();
  const position = await reads.position();
  await eventually(async () => {
    await reads.spread(position, count);
    expect(places.at(-1)).toBe('standby');
  });
  await whileHanging(primary, database.pool, async () => {
    const { result, seen } = await reads.spread(position, count);
    expect(result).toContain(id);
    expect(seen).toBeGreaterThanOrEqual(position);
    expect(places.at(-1)).toBe('standby');
  });
});

it('repeats a read on the primary if the standby cancels it because of a replay conflict', async () => {
  await reads.spread(undefined, count);
  await onStandby.query('alter system set max_standby_streaming_delay = 0');
  await onStandby.query('select pg_reload_conf()');
  const slowly = () =>
    sql<{ there: bigint }>`select count(*) as there from things, pg_sleep(0.4)`.execute(
      database.db,
    );
  await write();
  const there = BigInt((await count()).length);
  // On a busy machine, a read may start after the lock or end before it: retry.
  await eventually(async () => {
    const reading = reads.spread(undefined, slowly);
    await pause(100);
    // Replaying this statement's lock cancels reads of the table on the standby.
    await sql`vacuum full things`.execute(database.db);
    expect((await reading).result.rows[0]?.there).toBe(there);
    expect(places.slice(-2)).toEqual(['standby', 'primary']);
  });
  // A canceled read does not affect later ones.
  await eventually(async () => {
    await reads.spread(undefined, count);
    expect(places.at(-1)).toBe('standby');
  });
});

it('stops using a promoted standby, even if its old primary runs on', async () => {
  const promoted = await spawnStandby({
    ...{ primaryUrl: primary.url, source: join(directory, 'primary') },
    ...{ folder: join(directory, 'promoted'), port: await freePort() },
  });
  const own = open([promoted.url], 2_000);
  try {
    await eventually(async () => {
      await own.spread(undefined, count);
      expect(places.at(-1)).toBe('standby');
    });
    const before = await own.position();
    await withClient(promoted.url, 'select pg_promote()');
    // Until the promotion is noticed, only data from before it may be served.
    const id = await write();
    expect((await own.spread(undefined, count)).result).toContain(id);
    expect(places.at(-1)).toBe('primary');
    await eventually(async () => {
      expect((await own.spread(before, count)).result).toContain(id);
      expect(places.at(-1)).toBe('primary');
    });
  } finally {
    await own.stop();
    await promoted.stop();
  }
});

async function withClient(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
