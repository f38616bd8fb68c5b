import { AppError } from '@florin/contracts';
import { DatabaseError } from 'pg';

/** SQLSTATE codes, see https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
const QUERY_CANCELED = '57014';
/** Classes of lost connections, conflicts, resources, operators and the system; cut transactions. */
const TRANSIENT_CODES = /^(08|25P03|40|53|55|57|58)/;
/** What pg and its pool say of their own connections, in errors without a code. */
const CONNECTION_ERRORS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end)/;

const CONNECT_TIMEOUTS =
  /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)/;

/** Whether no connection was free or could be opened in time. */
export function isConnectTimeout(error: unknown): boolean {
  return error instanceof Error && CONNECT_TIMEOUTS.test(error.message);
}

export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE;
}

/** Whether the statement was cut off by its timeout, or by an operator. */
export function isCutOff(error: unknown): boolean {
  return codeOf(error) === QUERY_CANCELED;
}

/** Whether others held what was to be locked: it can be tried again. */
export function isLockConflict(error: unknown): boolean {
  return isLockTimeout(error) || codeOf(error) === DEADLOCK_DETECTED;
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
  // Not by the shape of `code`: Node's EPIPE looks like a SQLSTATE.
  return error instanceof DatabaseError ? error.code : undefined;
}

/** Whether the server, the way to it or a conflict made it fail, and not the statement itself. */
export function isTransientDbError(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return TRANSIENT_CODES.test(code);
  // A host with several addresses fails with the errors of all.
  if (error instanceof AggregateError) return error.errors.some(isTransientDbError);
  if (!(error instanceof Error) || error instanceof AppError) return false;
  return 'syscall' in error || CONNECTION_ERRORS.test(error.message);
}

/** Trouble of the server as the `unavailable` that clients see; everything else as it is. */
export function toUnavailable(error: unknown): unknown {
  if (!isTransientDbError(error)) return error;
  if (isCutOff(error))
    return new AppError(
      'unavailable',
      'this took too long and was stopped: repeat the request with the same Idempotency-Key, or ask a list for less, by account, status or time',
      { cause: error },
    );
  return outcomeUnknown(error);
}

/** For clients whose work may or may not have been done. */
export function outcomeUnknown(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'the database does not answer, so the outcome is unknown: repeat the request with the same Idempotency-Key',
    { cause },
  );
}
