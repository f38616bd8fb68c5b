import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { createLedgerDatabase } from './ledger-database.ts';
import { startLedger } from './start-ledger.ts';

it('deletes events that were published long ago, and no others', async () => {
  const database = await createLedgerDatabase();
  const insert = async (type: string, published: string) => {
    await database.superuser.query(
      `insert into outgoing_events (event_id, aggregate_id, aggregate_sequence, type, body)
       select gen_random_uuid(), $1, n, $2, '{}' from generate_series(1, 6000) n`,
      [newId(), type],
    );
    await database.superuser.query(
      `insert into outbox_checkpoints (at, position)
       select ${published}, max(position) from outgoing_events`,
    );
    await database.superuser.query(
      'update outbox_cursor set position = (select max(position) from outgoing_events)',
    );
  };
  await insert('transaction.old', `now() - interval '31 days'`);
  await insert('transaction.recent', `now() - interval '29 days'`);

  const ledger = await startLedger({ on: database, natsUrl: 'nats://127.0.0.1:1' });
  await eventually(async () => {
    const { rows } = await database.superuser.query(
      'select type, count(*)::int as count from outgoing_events group by type',
    );
    expect(rows).toEqual([{ type: 'transaction.recent', count: 6_000 }]);
  });
  await ledger.stop();
  await database.drop();
});
