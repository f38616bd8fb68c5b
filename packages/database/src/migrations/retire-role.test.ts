import { type RunningServer, spawnThrowawayPostgres } from '@florin/local-servers';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appRolesOf, ownerRoleOf, provisionService } from './provision-service.ts';
import { retireRole } from './retire-role.ts';

/** `invalid_password`: Postgres checks the password before the LOGIN right. */
const REFUSED = { code: '28P01' };
const [first, second] = appRolesOf('ledger');

let postgres: RunningServer;
beforeAll(async () => {
  postgres = await spawnThrowawayPostgres();
});
afterAll(() => postgres.stop());

async function open(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = await open(url);
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe.each(['a superuser', 'a role that may make roles'])('by %s', (administrator) => {
  let url: string;
  const as = (username: string, password: string) =>
    Object.assign(new URL(url), { username, password }).href;
  const provision = (appRole: string, app: string) =>
    provisionService(url, 'ledger', { owner: 'owner', app, appRole });

  beforeAll(async () => {
    const database = administrator.replaceAll(' ', '_');
    for (const role of [second, first, ownerRoleOf('ledger')])
      await query(postgres.url, `drop role if exists ${role}`);
    await query(postgres.url, `create database ${database}`);
    url = Object.assign(new URL(postgres.url), { pathname: database }).href;
    if (administrator === 'a superuser') return;
    await query(postgres.url, `create role managed login createrole noinherit password 'managed'`);
    await query(postgres.url, `grant create on database ${database} to managed`);
    url = as('managed', 'managed');
  });
  afterAll(async () => {
    const admin = Object.assign(new URL(postgres.url), { pathname: new URL(url).pathname }).href;
    for (const role of [second, first, ownerRoleOf('ledger')])
      await query(admin, `drop owned by ${role} cascade`);
  });

  it('a password is rotated and retired while processes run', async () => {
    await provision(first, 'one');
    const owner = as(ownerRoleOf('ledger'), 'owner');
    await query(owner, 'create table notes as select 7 as number');
    await query(owner, `grant select on notes to ${first}`);
    const running = await open(as(first, 'one'));

    await expect(retireRole(url, 'ledger', second)).rejects.toThrow('run provision first');
    await provision(second, 'two');
    const next = await open(as(second, 'two'));
    for (const client of [running, next])
      expect((await client.query('select number from notes')).rows).toEqual([{ number: 7 }]);
    // A process with the old password may still need another connection.
    expect(await query(as(first, 'one'), 'select number from notes')).toHaveLength(1);
    await expect(next.query('drop table notes')).rejects.toMatchObject({ code: '42501' });

    expect(await retireRole(url, 'ledger', second)).toEqual({ role: first, connections: 1 });
    expect(await query(as(first, 'one'), 'select')).toHaveLength(1);
    await running.end();
    await expect
      .poll(() => retireRole(url, 'ledger', second))
      .toEqual({ role: first, connections: 0 });
    await expect(open(as(first, 'one'))).rejects.toMatchObject(REFUSED);
    expect((await next.query('select number from notes')).rows).toEqual([{ number: 7 }]);
    await next.end();
  });

  it('the next rotation uses the first role again', async () => {
    await provision(first, 'three');
    expect(await query(as(first, 'three'), 'select number from notes')).toHaveLength(1);
    await expect
      .poll(() => retireRole(url, 'ledger', first))
      .toEqual({ role: second, connections: 0 });
    await expect(open(as(second, 'two'))).rejects.toMatchObject(REFUSED);
    await expect(open(as(first, 'one'))).rejects.toMatchObject(REFUSED);
  });

  it('refuses a role that the service does not run as', async () => {
    await expect(retireRole(url, 'ledger', 'postgres')).rejects.toThrow('does not run as postgres');
  });
});
