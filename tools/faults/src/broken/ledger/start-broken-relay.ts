import { makeLeaseHolder, markPublished, type OutboxTables } from '@florin/database';
import type { startRelay } from '@florin/events';
import { startLoop } from '@florin/runtime/loop';
import { type Kysely, sql } from 'kysely';

const LEASE_MS = 5_000;
const ROWS_MAX = 500;
const LOOP = { restMs: 50, restAfterErrorMs: 500 };

/** Selects the next unpublished events; `last` is the position of the last published one. */
type Narrow = (next: Unpublished, last: bigint) => Unpublished;
type Unpublished = ReturnType<typeof selectUnpublished>;

/** A relay that is sound except for the selection of events. */
export function makeStartRelay(narrow: Narrow): typeof startRelay {
  return (database, service, connection, onError) => {
    const db = database as unknown as Kysely<OutboxTables>;
    const leaseHolder = makeLeaseHolder(database, 'relay', LEASE_MS);
    let last = 0n;
    const loop = startLoop(
      async () => {
        const { client } = await connection.jetStream();
        if (!(await leaseHolder.acquire())) return 'rest';
        const rows = await narrow(selectUnpublished(db), last).execute();
        for (const { type, body, event_id } of rows)
          await client.publish(`florin.${service}.${type}`, body, { msgID: event_id });
        last = rows.at(-1)?.position ?? last;
        await markPublished(db, rows);
        return rows.length > 0 ? 'again' : 'rest';
      },
      LOOP,
      onError,
    );
    return {
      leaseHolder,
      missing: () => new Map(),
      filled: () => undefined,
      noteCommit: loop.wakeSoon,
      wake: loop.wake,
      wakeSoon: loop.wakeSoon,
      async stop() {
        await loop.stop();
        await leaseHolder.release();
      },
    };
  };
}

function selectUnpublished(db: Kysely<OutboxTables>) {
  return db
    .selectFrom(['outgoing_events as o', 'outbox_cursor as c'])
    .select(['o.position', 'o.event_id', 'o.type', 'o.body', 'c.position as cursor'])
    .where(sql<boolean>`(o.position > c.position or o.position = any(c.missing))`)
    .orderBy('o.position')
    .limit(ROWS_MAX);
}
