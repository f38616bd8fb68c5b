import { type Kysely, sql } from 'kysely';
import type { SagaTables } from './sagas.ts';

/** Kinds of sagas that have runs without a live process. */
export async function listCutOff(db: Kysely<SagaTables>): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from saga_runs
     where finished_at is null and leased_until < clock_timestamp()`.execute(db);
  return rows.map(({ kind }) => kind);
}
