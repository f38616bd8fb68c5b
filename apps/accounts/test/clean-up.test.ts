import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { createAccountsDatabase, startAccounts, unreachable } from './start-accounts.ts';

it('deletes expired rows at the start, and nothing else', async () => {
  const database = await createAccountsDatabase();
  const insertStep = (step: string, finished: string | null, key: string) =>
    database.query(
      `insert into accounts.saga_runs (id, kind, step, state, scope, key, leased_until, finished_at)
       values ($1, 'of nobody', $2, '{}', 'test', $3, now() - interval '9 days', ${finished})`,
      [newId(), step, key],
    );
  const insertKey = (key: string, age: string, status: number | null) =>
    database.query(
      `insert into accounts.idempotency_keys (scope, key, request_hash, status, body, created_at)
       values ('test', $1, '', $2, '{}', now() - $3::interval)`,
      [key, status, age],
    );
  const insertEvent = async (type: string, published: string) => {
    await database.query(
      `insert into accounts.outgoing_events
         (event_id, aggregate_id, aggregate_sequence, type, body)
       values ($1, $1, 1, $2, '{}')`,
      [newId(), type],
    );
    await database.query(
      `insert into accounts.outbox_checkpoints (at, position)
       select ${published}, max(position) from accounts.outgoing_events`,
    );
    await database.query(
      `update accounts.outbox_cursor
          set position = (select max(position) from accounts.outgoing_events)`,
    );
  };
  await insertStep('old', `now() - interval '8 days'`, 'a');
  await insertStep('recent', `now() - interval '6 days'`, 'b');
  await insertStep('unfinished', null, 'c');
  await insertKey('old', '8 days', 201);
  await insertKey('recent', '6 days', 201);
  await insertKey('running', '8 days', null);
  await insertEvent('account.old', `now() - interval '31 days'`);
  await insertEvent('account.recent', `now() - interval '29 days'`);

  const accounts = await startAccounts(database, unreachable);
  await eventually(async () => {
    const read = async (column: string, table: string) =>
      (await database.query<{ value: string }>(`select ${column} as value from ${table}`))
        .map(({ value }) => value)
        .sort();
    expect(await read('step', 'accounts.saga_runs')).toEqual(['recent', 'unfinished']);
    expect(await read('key', 'accounts.idempotency_keys')).toEqual(['recent', 'running']);
    expect(await read('type', 'accounts.outgoing_events')).toEqual(['account.recent']);
  });
  await accounts.stop();
  await database.drop();
});
