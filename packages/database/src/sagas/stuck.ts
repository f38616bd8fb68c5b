import { timeOfId } from '@florin/contracts';
import type { CommandResult } from '@florin/runtime/command';
import type { Kysely } from 'kysely';
import type { DatabaseConfig } from '../connection/open-database.ts';
import { withDatabase } from '../connection/with-database.ts';
import type { SagaTables } from './sagas.ts';

const ROWS_MAX = 1_000;
/** Successful runs finish sooner. */
const STUCK_MS = 10_000;

/**
 * Command `stuck` of every service with sagas. Lists overdue runs, oldest first: start, kind, step
 * and failed attempts.
 */
export async function stuck({
  database,
}: {
  readonly database: DatabaseConfig;
}): Promise<CommandResult> {
  return withDatabase<SagaTables, CommandResult>(database, async (db) => {
    const since = Date.now() - STUCK_MS;
    const rows = (await listUnended(db, ROWS_MAX)).filter(
      ({ begunAt }) => begunAt.getTime() < since,
    );
    const lines = rows.map(({ id, kind, step, attempts, begunAt }) =>
      [begunAt.toISOString(), id, kind, `at ${step}`, `${attempts} retries`].join(' '),
    );
    return {
      text: [`${rows.length} stuck`, ...lines].join('\n'),
      data: { stuck: rows.map(({ begunAt, ...row }) => ({ ...row, begun_at: begunAt })) },
      isFinding: rows.length > 0,
    };
  });
}

/** Unfinished runs, oldest first. */
export async function listUnended(db: Kysely<SagaTables>, rowsMax: number) {
  const rows = await db
    .selectFrom('saga_runs')
    .select(['id', 'kind', 'step', 'attempts'])
    .where('finished_at', 'is', null)
    .orderBy('id')
    .limit(rowsMax)
    .execute();
  return rows.map((row) => ({ ...row, begunAt: new Date(timeOfId(row.id)) }));
}
