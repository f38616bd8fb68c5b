import { sql } from 'kysely';
import { makeStartRelay } from './start-broken-relay.ts';

/** It never skips anything, but any transaction that is left open anywhere holds it up. */
export const startRelay = makeStartRelay((next) =>
  next.where(
    sql<boolean>`o.xmin::text::bigint < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
  ),
);
