import { type Kysely, sql } from 'kysely';
import type { SagaTables } from './sagas.ts';

/** The kinds of work that have runs which nobody drives any more. */
export async function listCutOff(db: Kysely<SagaTables>): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from saga_runs
     where finished_at is null and leased_until < clock_timestamp()`.execute(db);
  return rows.map(({ kind }) => kind);
}
