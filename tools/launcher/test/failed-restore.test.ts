import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { provisionService } from '@florin/database';
import {
  clientEnvironment,
  findPostgresClient,
  freePort,
  type RunningServer,
  runProgram,
  scratchParent,
  spawnPostgres,
} from '@florin/local-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restore } from '../src/backup.ts';
import { openSecrets } from '../src/secrets.ts';
import { query } from './start-launcher.ts';

const client = await findPostgresClient(18, () => undefined).catch(() => undefined);

// A separate Postgres: roles belong to the whole server.
let folder: string;
let postgres: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(scratchParent(), 'florin-restore-'));
  await chmod(folder, 0o711);
  postgres = await spawnPostgres({
    dataDir: join(folder, 'postgres'),
    port: await freePort(),
    password: 'admin',
  });
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

async function newDatabase(name: string): Promise<string> {
  await query(postgres.url, `create database ${name}`);
  return Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
}

/** All roles with their passwords, and the schemas of a database. */
const stateOf = async (url: string) => [
  await query(url, 'select rolname, rolpassword from pg_authid order by rolname'),
  await query(url, 'select nspname, nspowner from pg_namespace order by nspname'),
];

/** Complete, but its last table belongs to a missing role. */
async function makeDump(): Promise<string> {
  const url = await newDatabase('source');
  await query(url, 'create role stranger');
  await query(url, 'create schema billing');
  await query(url, 'create table billing.a as select 1 as one');
  await query(url, 'create table billing.b as select 2 as two');
  await query(url, 'alter table billing.b owner to stranger');
  const file = join(folder, 'stranger.dump');
  const found = client ?? expect.unreachable();
  const args = ['--format=custom', '--schema=billing', `--file=${file}`];
  await runProgram(join(found.programs, 'pg_dump'), args, { env: clientEnvironment(found, url) });
  await query(postgres.url, 'drop database source');
  await query(postgres.url, 'drop role stranger');
  return file;
}

// Runs first: the roles that later tests leave belong to the superuser.
it.runIf(client)(
  'a failed restore as a role that is no superuser leaves no objects behind',
  async () => {
    await query(postgres.url, `create role platform login createrole createdb password 'platform'`);
    const platform = { username: 'platform', password: 'platform', pathname: '/managed' };
    await query(postgres.url, 'create database managed owner platform');
    const url = Object.assign(new URL(postgres.url), platform).href;
    const inManaged = Object.assign(new URL(postgres.url), { pathname: '/managed' }).href;
    const kept = await mkdtemp(join(folder, 'managed-'));
    const before = await stateOf(inManaged);
    await expect(restore(await writeJunk(), url, kept)).rejects.toThrow(/was not restored/);
    expect(await stateOf(inManaged)).toEqual(before);
    expect(existsSync(join(kept, 'secrets.json'))).toBe(false);
  },
);

describe.runIf(client)('a failed restore', () => {
  it.each([
    ['that is no dump', 'empty', async () => writeJunk()],
    ['that fails halfway', 'halfway', makeDump],
    ['that is not there', 'absent', async () => join(folder, 'absent.dump')],
  ])('leaves nothing behind: of a file %s', async (_, name, makeFile) => {
    const file = await makeFile();
    const url = await newDatabase(name);
    const before = await stateOf(url);
    await expect(restore(file, url, folder)).rejects.toThrow(/pg_restore failed/);
    expect(await stateOf(url)).toEqual(before);
    expect(existsSync(join(folder, 'secrets.json'))).toBe(false);
  });

  it.each([
    ['halfway through the schemas', 'used', 'create schema webhooks', /permission denied/],
    ['at pg_restore', 'unused', 'create schema others', /pg_restore failed/],
  ])(
    'keeps the earlier roles, passwords, schemas and secrets: %s',
    async (_, name, given, message) => {
      const kept = await mkdtemp(join(folder, 'kept-'));
      const { rolePasswords } = await openSecrets(kept);
      const another = await newDatabase(`beside_${name}`);
      await provisionService(another, 'ledger', { owner: 'theirs', app: 'theirs' });
      const url = await newDatabase(name);
      await query(url, given);
      const before = await stateOf(url);
      await expect(restore(await writeJunk(), url, kept)).rejects.toThrow(message);
      expect(await stateOf(url)).toEqual(before);
      expect((await openSecrets(kept)).rolePasswords('ledger')).toEqual(rolePasswords('ledger'));
      const theirs = { username: 'florin_ledger', password: 'theirs' };
      await query(Object.assign(new URL(another), theirs).href, 'select 1');
    },
  );
});

it.runIf(client)('a restore next to a Florin changes none of its roles', async () => {
  const kept = await mkdtemp(join(folder, 'beside-'));
  const live = await newDatabase('live');
  await provisionService(live, 'ledger', { owner: 'theirs', app: 'theirs' });
  await query(live, 'create table ledger.entries as select 1 as one');
  const file = join(folder, 'live.dump');
  const found = client ?? expect.unreachable();
  const args = ['--format=custom', '--schema=ledger', `--file=${file}`];
  const env = clientEnvironment(found, live);
  await runProgram(join(found.programs, 'pg_dump'), args, { env });
  const rolesOf = async () => {
    const roles = `join pg_roles using (rolname) where rolname like 'florin_ledger%' order by rolname`;
    return query(live, `select rolname, pg_authid.rolpassword, rolconfig from pg_authid ${roles}`);
  };
  const before = await rolesOf();
  await restore(file, await newDatabase('second'), kept);
  expect(await rolesOf()).toEqual(before);
  const theirs = { username: 'florin_ledger', password: 'theirs' };
  await query(Object.assign(new URL(live), theirs).href, 'select 1');
});

async function writeJunk(): Promise<string> {
  const file = join(folder, 'junk.dump');
  await writeFile(file, 'no dump');
  return file;
}
