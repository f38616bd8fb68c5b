import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningServer, spawnThrowawayPostgres } from '@florin/local-servers';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appRoleOf, ownerRoleOf, provisionService } from './provision-service.ts';

let postgres: RunningServer;

beforeAll(async () => {
  postgres = await spawnThrowawayPostgres();
});

afterAll(() => postgres.stop());

const root = join(import.meta.dirname, '../../../..');
const passwords = { owner: 'owner', app: 'app' };

async function createDatabase(name: string): Promise<string> {
  await query(postgres.url, `create database ${name}`);
  return Object.assign(new URL(postgres.url), { pathname: name }).href;
}

async function query(url: string, statement: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows as unknown[][];
  } finally {
    await client.end();
  }
}

const as = (url: string, username: string, password: string) =>
  Object.assign(new URL(url), { username, password }).href;

it('works concurrently in several databases of one Postgres where the roles are new', async () => {
  const urls = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => createDatabase(`at_once_${n}`)));
  await Promise.all(urls.map((url) => provisionService(url, 'webhooks', passwords)));
  for (const url of urls) {
    const app = as(url, appRoleOf('webhooks'), passwords.app);
    expect(await query(app, 'select current_schema()')).toEqual([['webhooks']]);
  }
});

it('updates passwords when repeated, and loses no data', async () => {
  const url = await createDatabase('repeated');
  await provisionService(url, 'billing', passwords);
  const owner = as(url, ownerRoleOf('billing'), passwords.owner);
  await query(owner, 'create table kept as select 7 as number');

  await provisionService(url, 'billing', { owner: 'new-owner', app: `it's "new"` });
  await expect(query(owner, 'select')).rejects.toMatchObject({ code: '28P01' });
  const newOwner = as(url, ownerRoleOf('billing'), 'new-owner');
  expect(await query(newOwner, 'select number from kept')).toEqual([[7]]);
  const app = as(url, appRoleOf('billing'), `it's "new"`);
  expect(await query(app, 'select current_user')).toEqual([['florin_billing']]);
});

describe('as a role with CREATEROLE that is no superuser', () => {
  let url: string;

  beforeAll(async () => {
    url = await createDatabase('managed');
    const deployed = await readFile(join(root, 'deploy/managed-postgres.sql'), 'utf8');
    await query(postgres.url, deployed.replace('on database florin ', 'on database managed '));
    url = as(url, 'florin_provision', 'change-me');
  });

  it('does the same, also when repeated', async () => {
    await provisionService(url, 'identity', passwords);
    const owner = as(url, ownerRoleOf('identity'), passwords.owner);
    await query(owner, 'create table kept as select 7 as number');
    await query(owner, `grant select on kept to ${appRoleOf('identity')}`);

    await provisionService(url, 'identity', { ...passwords, app: 'new-app' });
    const app = as(url, appRoleOf('identity'), 'new-app');
    expect(await query(app, 'select number from identity.kept')).toEqual([[7]]);
    await expect(query(app, 'drop table kept')).rejects.toMatchObject({ code: '42501' });
  });

  it('reports which right it lacks', async () => {
    await query(postgres.url, 'revoke create on database managed from florin_provision');
    await expect(provisionService(url, 'accounts', passwords)).rejects.toThrow(
      'permission denied for database managed',
    );
  });
});

describe('the role of a service', () => {
  let ledger: string;

  beforeAll(async () => {
    const url = await createDatabase('rights');
    await provisionService(url, 'ledger', passwords);
    await provisionService(url, 'accounts', passwords);
    for (const service of ['ledger', 'accounts'] as const) {
      const owner = as(url, ownerRoleOf(service), passwords.owner);
      await query(owner, 'create table notes (text text)');
      await query(owner, `grant select on notes to ${appRoleOf(service)}`);
    }
    ledger = as(url, appRoleOf('ledger'), passwords.app);
  });

  it('has the rights that its migrations grant', async () => {
    expect(await query(ledger, 'select * from notes')).toEqual([]);
  });

  it.each([
    'select * from accounts.notes',
    'insert into notes values (1)',
    'create table ledger.more (n int)',
    'create table public.more (n int)',
    'create table accounts.more (n int)',
    'alter table notes add column n int',
    'drop table notes',
    `set role ${ownerRoleOf('ledger')}`,
    `alter role ${appRoleOf('accounts')} password 'mine'`,
    'create role another',
    'create schema another',
  ])('may not %s', async (statement) => {
    await expect(query(ledger, statement)).rejects.toMatchObject({ code: '42501' });
  });
});
