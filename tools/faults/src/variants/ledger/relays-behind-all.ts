import { sql } from 'kysely';
import { runLedger } from './run-ledger.ts';
import { startBrokenRelay } from './start-broken-relay.ts';

/** It never skips anything, but any transaction that is left open anywhere holds it up. */
await runLedger({
  startRelay: startBrokenRelay((next) =>
    next.where(
      sql<boolean>`xmin::text::bigint < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
    ),
  ),
});
