import {
  type DatabaseConfig,
  type InboxTables,
  listDeadLetters,
  withDatabase,
  withTables,
} from '@florin/database';
import type { Kysely } from 'kysely';
import type { Consumer, ConsumerTables } from './consumer.ts';
import { redriveDeadLetters } from './redrive.ts';

const ROWS_MAX = 1_000;

/**
 * A command of every service that consumes events: `parked list` shows what was set aside and why,
 * `parked retry` handles it again, in order.
 */
export function makeDeadLetterCommand<Tables extends ConsumerTables>(
  name: string,
  makeHandle: () => Consumer<Tables>['handle'],
) {
  return async (
    { database }: { readonly database: DatabaseConfig },
    [what, ...others]: readonly string[],
  ): Promise<string> => {
    if ((what !== 'list' && what !== 'retry') || others.length > 0)
      throw new Error('say parked list, or parked retry');
    return withDatabase<Tables, string>(database, (db) =>
      what === 'list' ? list(db, name) : retry({ name, db, handle: makeHandle() }),
    );
  };
}

async function list<Tables extends ConsumerTables>(
  db: Kysely<Tables>,
  name: string,
): Promise<string> {
  const rows = await listDeadLetters(withTables<InboxTables, Tables>(db), name, ROWS_MAX);
  const lines = rows.map(({ position, event_id, aggregate_id, reason, parked_at }) =>
    [position, parked_at.toISOString(), event_id, aggregate_id, reason].join(' '),
  );
  return [`${rows.length} parked`, ...lines].join('\n');
}

async function retry<Tables extends ConsumerTables>(
  consumer: Pick<Consumer<Tables>, 'name' | 'db' | 'handle'>,
): Promise<string> {
  const { handled, failed } = await redriveDeadLetters(consumer);
  const lines = failed.map(({ position, reason }) => `${position} still fails: ${reason}`);
  return [`${handled} handled, ${failed.length} still fail`, ...lines].join('\n');
}
