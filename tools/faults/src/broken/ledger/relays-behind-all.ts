import { sql } from 'kysely';
import { makeStartRelay } from './start-broken-relay.ts';

/** Skips no event, but any open transaction in the cluster delays it. */
export const startRelay = makeStartRelay((next) =>
  next.where(
    sql<boolean>`o.xmin::text::bigint < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
  ),
);
