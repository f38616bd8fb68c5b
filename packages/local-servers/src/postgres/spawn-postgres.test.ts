import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { placeData } from './data-place.ts';
import { spawnPostgres } from './spawn-postgres.ts';

const password = 'a b/c:d@e';
const timeoutMs = 120_000;

let parent: string;
let dataDir: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'florin-postgres-'));
  // mkdtemp creates a private folder, but Postgres may run as another user.
  await chmod(parent, 0o755);
  // Characters that are special in Postgres settings and URLs.
  dataDir = join(parent, 'data, "1"');
});
afterAll(() => rm(parent, { recursive: true, force: true }));

async function query(url: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

describe('spawnPostgres', () => {
  it(
    'starts durable, in UTF-8 with the built-in locale, and keeps its data',
    async () => {
      const first = await spawnPostgres({ dataDir, port: await freePort(), password });
      expect(await query(first.url, 'show fsync')).toBe('on');
      expect(await query(first.url, 'show synchronous_commit')).toBe('on');
      expect(await query(first.url, 'show max_connections')).toBe('200');
      const locale = 'select datlocale from pg_database where datname = current_database()';
      expect(await query(first.url, locale)).toBe('C.UTF-8');
      await query(first.url, 'create table kept as select 42 as answer');
      const address = 'select inet_client_addr()::text';
      expect(await query(first.url, address)).toMatch(/^127\.0\.0\.1/);
      expect(await query(first.localUrl, address)).toBeNull();
      await first.stop();

      const second = await spawnPostgres({ dataDir, port: await freePort(), password });
      expect(await query(second.url, 'select answer from kept')).toBe(42);
      await second.stop();
    },
    timeoutMs,
  );

  it(
    'asks for the password',
    async () => {
      const server = await spawnPostgres({ dataDir, port: await freePort(), password });
      const url = `postgres://postgres:wrong@127.0.0.1:${server.port}/postgres`;
      await expect(query(url, 'select 1')).rejects.toThrow(/password authentication failed/);
      await server.stop();
    },
    timeoutMs,
  );

  it(
    'starts after a kill -9 with everything committed',
    async () => {
      const killed = await spawnPostgres({ dataDir, port: await freePort(), password });
      await query(killed.url, 'create table committed as select 7 as answer');
      const exited = once(killed.child, 'exit');
      process.kill(killed.pid, 'SIGKILL');
      await exited;

      const next = await spawnPostgres({ dataDir, port: await freePort(), password });
      expect(await query(next.url, 'select answer from committed')).toBe(7);
      const names = await readdir((await placeData(dataDir)).folder);
      const socket = `.s.PGSQL.${next.port}`;
      expect(names.filter((name) => name.startsWith('.s.')).toSorted()).toEqual([
        socket,
        `${socket}.lock`,
      ]);
      await next.stop();
    },
    timeoutMs,
  );

  it(
    'stops a leftover one on the same data',
    async () => {
      const leftBehind = await spawnPostgres({ dataDir, port: await freePort(), password });
      const exited = once(leftBehind.child, 'exit');
      const next = await spawnPostgres({ dataDir, port: await freePort(), password });
      await exited;
      expect(await query(next.url, 'select 1')).toBe(1);
      await next.stop();
    },
    timeoutMs,
  );

  it(
    'ignores a stale lock file whose process number was reused',
    async () => {
      const { folder } = await placeData(dataDir);
      await writeFile(join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n`);
      const server = await spawnPostgres({ dataDir, port: await freePort(), password });
      await server.stop();
    },
    timeoutMs,
  );
});

describe.runIf(process.getuid?.() === 0)('as root', () => {
  const nobody = 65_534;
  /** Whether a program succeeds as `nobody`. */
  const succeeds = (program: string, ...programArguments: readonly string[]) =>
    spawnSync(program, programArguments, { uid: nobody, gid: nobody, cwd: '/' }).status === 0;

  async function expectOwn(folder: string, pid: number): Promise<number> {
    const { uid } = await stat(folder);
    expect(await readFile('/etc/passwd', 'utf8')).not.toContain(`:${uid}:`);
    for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
      const file = await stat(join(folder, name));
      expect([file.uid, file.gid, file.mode & 0o077], name).toEqual([uid, uid, 0]);
    }
    expect(await readFile(`/proc/${pid}/status`, 'utf8')).toContain(`\nUid:\t${uid}\t${uid}\t`);
    expect(succeeds('kill', '-0', String(pid))).toBe(false);
    expect(succeeds('cat', join(folder, 'PG_VERSION'))).toBe(false);
    return uid;
  }

  it(
    'runs as a dedicated user of the data folder, also on data of `nobody`',
    async () => {
      const own = await spawnPostgres({ dataDir, port: await freePort(), password });
      const uid = await expectOwn(dataDir, own.pid);
      await own.stop();

      const other = join(parent, 'other');
      const options = { dataDir: other, port: await freePort(), password };
      const first = await spawnPostgres(options);
      expect(await expectOwn(other, first.pid)).not.toBe(uid);
      await query(first.url, 'create table kept as select 1 as answer');
      await first.stop();
      // As created by earlier releases.
      expect(spawnSync('chown', ['-R', `${nobody}:${nobody}`, other]).status).toBe(0);
      const again = await spawnPostgres(options);
      expect(await query(again.url, 'select answer from kept')).toBe(1);
      await expectOwn(other, again.pid);
      await again.stop();
    },
    timeoutMs,
  );
});

describe.runIf(process.getuid?.() === 0)('as root, below a closed home', () => {
  it(
    'stores the data where an unprivileged user can reach it, and finds it again',
    async () => {
      const home = await mkdtemp(join(tmpdir(), 'florin-home-'));
      const closed = join(home, 'data');
      const first = await spawnPostgres({ dataDir: closed, port: await freePort(), password });
      await query(first.url, 'create table kept as select 1 as answer');
      await first.stop();
      const { folder } = await placeData(closed);
      expect(folder.startsWith(home)).toBe(false);

      const second = await spawnPostgres({ dataDir: closed, port: await freePort(), password });
      expect(await query(second.url, 'select answer from kept')).toBe(1);
      await second.stop();
      await rm(home, { recursive: true, force: true });

      // Data of a deleted temporary folder can no longer be found.
      const other = await mkdtemp(join(tmpdir(), 'florin-home-'));
      const standIn = (await placeData(join(other, 'data'))).folder;
      expect(existsSync(folder)).toBe(false);
      await rm(other, { recursive: true, force: true });
      await rm(standIn, { recursive: true, force: true });
    },
    timeoutMs,
  );
});
