import { DatabaseError } from 'pg';

/** Errors of PgBouncer in transaction mode, or caused by its shared sessions. */
const REFUSALS =
  /^unsupported startup parameter|^prepared statement "[^"]*" (does not exist|already exists)/;

/** Names the missing pooler setting if this error or a cause results from transaction pooling. */
export function poolerHint(error: unknown): string | undefined {
  if (error instanceof DatabaseError && REFUSALS.test(error.message))
    return 'a pooler in transaction mode, such as PgBouncer, was detected: set DATABASE_POOLER=transaction, or <SERVICE>_DATABASE_POOLER; for migrate, provision, backup and restore, use the direct URL of Postgres';
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  return cause === undefined || cause === error ? undefined : poolerHint(cause);
}
