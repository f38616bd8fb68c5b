import {
  type DatabaseConfig,
  type InboxTables,
  listDeadLetters,
  withDatabase,
  withTables,
} from '@florin/database';
import type { CommandResult } from '@florin/runtime/command';
import type { Kysely } from 'kysely';
import type { Consumer, ConsumerTables } from './consumer.ts';
import { redriveDeadLetters } from './redrive.ts';

const ROWS_MAX = 1_000;

type Command = (
  config: { readonly database: DatabaseConfig },
  args: readonly string[],
) => Promise<CommandResult>;

/**
 * Commands of every consuming service: `dead-letters` lists failed messages with reasons, `redrive`
 * retries them in order.
 */
export function deadLetterCommands<Tables extends ConsumerTables>(
  name: string,
  work: Pick<Consumer<Tables>, 'findKnown' | 'handle'>,
) {
  const list: Command = ({ database }, args) => {
    refuseArguments('dead-letters', args);
    return withDatabase<Tables, CommandResult>(database, (db) => listAll(db, name));
  };
  const redrive: Command = ({ database }, args) => {
    refuseArguments('redrive', args);
    return withDatabase<Tables, CommandResult>(database, (db) => redriveAll({ ...work, name, db }));
  };
  return { 'dead-letters': list, redrive };
}

function refuseArguments(command: string, args: readonly string[]): void {
  if (args.length > 0) throw new Error(`${command} takes no arguments`);
}

async function listAll<Tables extends ConsumerTables>(
  db: Kysely<Tables>,
  name: string,
): Promise<CommandResult> {
  const rows = await listDeadLetters(withTables<InboxTables, Tables>(db), name, ROWS_MAX);
  const lines = rows.map(({ position, event_id, aggregate_id, reason, created_at }) =>
    [position, created_at.toISOString(), event_id, aggregate_id, reason].join(' '),
  );
  return {
    text: [`${rows.length} dead letters`, ...lines].join('\n'),
    data: { dead_letters: rows },
    isFinding: rows.length > 0,
  };
}

async function redriveAll<Tables extends ConsumerTables>(
  consumer: Pick<Consumer<Tables>, 'name' | 'db' | 'findKnown' | 'handle'>,
): Promise<CommandResult> {
  const { handled, failed } = await redriveDeadLetters(consumer);
  const lines = failed.map(({ position, reason }) => `${position} still fails: ${reason}`);
  return {
    text: [`${handled} handled, ${failed.length} still fail`, ...lines].join('\n'),
    data: { handled_count: handled, failed },
    isFinding: failed.length > 0,
  };
}
