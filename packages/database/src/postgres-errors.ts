import { AppError } from '@florin/contracts';

/** SQLSTATE codes, see https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const LOCK_NOT_AVAILABLE = '55P03';
const UNIQUE_VIOLATION = '23505';
/** Classes of lost connections, conflicts, resources, operators and the system; cut transactions. */
const SERVER_TROUBLE = /^(08|25P03|40|53|55|57|58)/;

export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE;
}

/** Whether the named unique constraint or index was violated. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    codeOf(error) === UNIQUE_VIOLATION &&
    (error as { constraint?: string }).constraint === constraint
  );
}

/** The SQLSTATE of an error that Postgres itself reported; undefined for everything else. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return undefined;
  // Node's own codes (ECONNRESET) share the property's name.
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/** Whether the server, the way to it or a conflict made it fail, and not the statement itself. */
export function isServerTrouble(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return SERVER_TROUBLE.test(code);
  if (!(error instanceof Error) || error instanceof AppError) return false;
  // Node's errors of sockets carry a code; what pg throws about its own connections does not.
  return 'syscall' in error || /connect|Client has encountered/i.test(error.message);
}

/** Trouble of the server as the `unavailable` that clients see; everything else as it is. */
export function toUnavailable(error: unknown): unknown {
  if (!isServerTrouble(error)) return error;
  return new AppError(
    'unavailable',
    'the database does not answer, so the outcome is unknown: repeat the request with the same Idempotency-Key',
    { cause: error },
  );
}
