import {
  addConsumersToOutbox,
  addTraceToOutbox,
  createInbox,
  createLeases,
  createOutbox,
  type Database,
  type InboxTables,
  type LeaseTables,
  moveOutboxToCursor,
  type OutboxTables,
  openDatabase,
  prepareThrowawayDatabase,
  renameParkedEvents,
} from '@florin/database';
import { createDatabase } from '@florin/testing';
import { type Generated, sql, type Transaction } from 'kysely';
import { Client } from 'pg';

export interface EventTables extends OutboxTables, InboxTables, LeaseTables {
  /** The effects of the test consumers. */
  handled: { position: Generated<bigint>; event_id: string; name: string; xid: Generated<string> };
}

const service = 'billing';

/** A database with all tables for publishing and consuming. */
export async function openEventStores() {
  const { adminUrl, drop } = await createDatabase();
  const appRole = `florin_${service}`;
  const url = await prepareThrowawayDatabase(adminUrl, service, {
    '0001-tables': {
      async up(db) {
        await createOutbox(db, appRole);
        await addTraceToOutbox(db);
        await moveOutboxToCursor(db, appRole);
        await addConsumersToOutbox(db, appRole);
        await createInbox(db, appRole);
        await renameParkedEvents(db, appRole);
        await createLeases(db, appRole);
        await sql`
          create table handled (
            position bigint generated always as identity,
            event_id uuid not null,
            name text not null,
            xid text not null default pg_current_xact_id()::text
          )`.execute(db);
        await sql`grant select, insert on handled to ${sql.id(appRole)}`.execute(db);
      },
    },
  });
  const superuser = new Client({ connectionString: adminUrl });
  await superuser.connect();
  await superuser.query(`set search_path = ${service}`);
  const opened: Database<EventTables>[] = [];
  /** A process's own connections. */
  const open = (poolSizeMax = 4): Database<EventTables> => {
    const database = openDatabase<EventTables>({ url, poolSizeMax }, () => {});
    opened.push(database);
    return database;
  };
  const { db } = open();

  return {
    url,
    db,
    open,
    superuser,
    /** Simulates that all lease holders were silent for too long. */
    expireLeases: () =>
      superuser.query(`update leases set expires_at = clock_timestamp() - interval '1 second'`),
    async empty() {
      await superuser.query(`
        truncate outgoing_events, outbox_checkpoints, outbox_consumers, inbox, dead_letters, leases, handled
          restart identity;
        update outbox_cursor set position = 0, missing = '{}', watched = '{}', open_then = '{}'`);
    },
    async drop() {
      await Promise.all(opened.map(({ close }) => close()));
      await superuser.end();
      await drop();
    },
  };
}

/** Which of these events the test consumers have handled, by their own rows. */
export async function findHandled(
  tx: Transaction<EventTables>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('handled')
    .select('event_id')
    .where('event_id', 'in', ids)
    .execute();
  return new Set(rows.map(({ event_id }) => event_id));
}

/** Resolves when a loop on these connections has made several rounds. */
export function nextRounds({ pool }: Database<EventTables>): Promise<void> {
  let rounds = 0;
  return new Promise((resolve) => {
    pool.on('release', () => {
      rounds += 1;
      if (rounds === 3) resolve();
    });
  });
}
