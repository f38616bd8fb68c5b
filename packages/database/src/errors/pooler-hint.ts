import { DatabaseError } from 'pg';

/** PgBouncer in transaction mode refuses what a session of Postgres would have kept. */
const REFUSALS =
  /^unsupported startup parameter|^prepared statement "[^"]*" (does not exist|already exists)/;

/**
 * Names the setting that a process lacks behind a pooler in transaction mode, where this error, or one that
 * caused it, comes of that.
 */
export function poolerHint(error: unknown): string | undefined {
  if (error instanceof DatabaseError && REFUSALS.test(error.message))
    return 'a pooler in transaction mode, such as PgBouncer, stands before Postgres: set DATABASE_POOLER=transaction, or <SERVICE>_DATABASE_POOLER; for migrate, provision, backup and restore give the URL of Postgres itself';
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  return cause === undefined || cause === error ? undefined : poolerHint(cause);
}
