import { createIndexConcurrently, createIndexOnPartitions, type Migration } from '@florin/database';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { checkMigrations } from './check-migrations.ts';
import { hashMigrations } from './hashes.ts';

const sending = (...statements: readonly string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/** Findings about a migration that is newer than release 0.2.0. */
async function problemsOf(migration: Migration): Promise<readonly string[]> {
  const problems = await checkMigrations({ ledger: { '0001-new': migration } }, {}, '0.2.0');
  return problems.map((problem) => problem.replace('ledger: migration 0001-new ', ''));
}

describe('an unreleased migration', () => {
  it.each([
    ['alter table users drop column name', 'drops the column name'],
    ['alter table users rename column name to called', 'renames users.name'],
    ['alter table users rename to people', 'renames users'],
    ['alter table users add column age int not null', 'adds age, not null without a default'],
    ['alter table users alter column name set not null', 'refuses rows without name'],
    ['alter table users alter column name drop not null', 'lets name be null'],
    ['alter table users alter column name drop default', 'takes the default of name'],
    ['alter table users alter column id type text', 'gives id another type'],
    ['alter table users add check (id > 0) not valid', 'refuses by a constraint'],
    ['alter table users drop constraint users_status_check', 'drops the constraint'],
    ['alter table users disable trigger all', 'AT_DisableTrigAll, which is not known'],
    ['create unique index concurrently if not exists u on users (name)', 'refuses by an index'],
    ['create index i on users (name)', 'keeps everybody from writing'],
    ['create index concurrently if not exists i on users (name); drop index j', 'drops an index'],
    ['alter table users add column n uuid default gen_random_uuid()', 'rewrites every row'],
    ['alter table users add column n int unique', 'CONSTR_UNIQUE'],
    ['alter table users add column n uuid references users', 'CONSTR_FOREIGN'],
    ['drop table users', 'drops a table'],
    ['drop function f', 'drops a function'],
    ['update users set name = null', 'keeps the rows that it changes locked'],
    ['delete from users', 'DeleteStmt, which is not known'],
    ['truncate users', 'TruncateStmt, which is not known'],
    ['do $$ begin drop table users; end $$', 'DoStmt, which is not known'],
    ['revoke select on users from florin_ledger', 'takes a right'],
    ['create or replace view v as select 1', 'another view in the place of one'],
    ['create or replace function f() returns int language sql return 1', 'in the place of one'],
    [
      'create trigger t before insert on users for each row execute function f()',
      'lets t change or refuse',
    ],
  ])('is objected to: %s', async (statement, problem) => {
    expect((await problemsOf(sending(statement))).join('\n')).toContain(problem);
  });

  it('may add objects, and change its own in any way', async () => {
    const added = sending(
      'create table notes (id uuid primary key, text text)',
      'create unique index notes_text on notes (text)',
      'alter table notes drop column text',
      'update notes set id = null',
      'create view both_users as select id from users union all select id from notes',
      'grant select on both_users to florin_ledger',
      'create function f() returns int language sql return 1',
      'revoke all on function f() from public',
      'grant select on notes to florin_ledger',
      'alter table users add column note_id uuid references notes, add column n int not null default 1',
      `alter table users add column at timestamptz not null default 'infinity'::timestamptz`,
      'alter table users set (fillfactor = 50)',
      'create statistics s on (lower(name)) from users',
      'select f()',
    );
    expect(await problemsOf(added)).toEqual([]);
  });

  it('may create an index concurrently outside a transaction, but nothing permanent', async () => {
    const index: Migration = {
      isOutsideTransaction: true,
      up: (db) => createIndexConcurrently(db, 'i', 'on users (name)'),
    };
    expect(await problemsOf(index)).toEqual([]);
    const parts: Migration = {
      isOutsideTransaction: true,
      up: (db) => createIndexOnPartitions(db, 'users', 'users_name', '(name)'),
    };
    expect(await problemsOf(parts)).toEqual([]);
    const more = { ...sending('alter table users add column n int'), isOutsideTransaction: true };
    expect(await problemsOf(more)).toEqual([
      'cannot repeat this, outside of a transaction: alter table users add column n int',
    ]);
  });

  it('may remove objects that the last release does not use, with a reason', async () => {
    const drop = sending('alter table users drop column name');
    const isRefused = async (accepted: Migration['accepted']) =>
      (await problemsOf({ ...drop, ...(accepted && { accepted }) })).length > 0;
    expect(await isRefused({ since: '0.2.0', why: 'nothing reads it any more' })).toBe(false);
    expect(await isRefused({ since: '0.1.0', why: 'nothing has ever read it' })).toBe(false);
    expect(await isRefused({ since: '0.3.0', why: 'nothing will read it' })).toBe(true);
    expect(await isRefused({ since: '0.2.0', why: ' ' })).toBe(true);
    expect(await isRefused({ why: 'nothing reads it any more' })).toBe(true);
  });

  it('may lock others out for a while, with a reason', async () => {
    const index = {
      ...sending('create index i on users (name)'),
      accepted: { why: 'it is small' },
    };
    expect(await problemsOf(index)).toEqual([]);
  });
});

describe('a released migration', () => {
  const check = async (now: Record<string, Migration>) => {
    const released = { '0001-a': sending('create table a (id int)', 'drop table b') };
    return checkMigrations({ ledger: now }, await hashMigrations({ ledger: released }), '0.2.0');
  };
  const objection = ['ledger: migration 0001-a, which 0.2.0 has, is changed or gone'];

  it('is accepted in any layout, and not judged again', async () => {
    expect(
      await check({ '0001-a': sending('create table  a\n (id int)', 'drop table b') }),
    ).toEqual([]);
  });

  it('may not be changed, extended or removed', async () => {
    expect(
      await check({ '0001-a': sending('create table a (id bigint)', 'drop table b') }),
    ).toEqual(objection);
    expect(await check({ '0001-a': sending('create table a (id int)') })).toEqual(objection);
    expect(await check({})).toEqual(objection);
  });
});
