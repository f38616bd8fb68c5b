import { AppError } from '@florin/contracts';
import { DatabaseError } from 'pg';

/** SQLSTATE codes, see https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
const QUERY_CANCELED = '57014';
/**
 * Lost connections, conflicts, resources, operator intervention, system errors; cut transactions.
 */
const TRANSIENT_CODES = /^(08|25P03|40|53|55|57|58)/;
/** Connection errors of pg and pg-pool, which have no code. */
const CONNECTION_ERRORS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end)/;

const CONNECT_TIMEOUTS =
  /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)/;

/** Whether no connection was available or could be opened in time. */
export function isConnectTimeout(error: unknown): boolean {
  return error instanceof Error && CONNECT_TIMEOUTS.test(error.message);
}

export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE;
}

/** Whether the statement was cut off by its timeout or by an operator. */
export function isCutOff(error: unknown): boolean {
  return codeOf(error) === QUERY_CANCELED;
}

/** Whether a lock conflict caused the failure, so that a retry can succeed. */
export function isLockConflict(error: unknown): boolean {
  return isLockTimeout(error) || codeOf(error) === DEADLOCK_DETECTED;
}

/** Whether this unique constraint or index was violated. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    codeOf(error) === UNIQUE_VIOLATION &&
    (error as { constraint?: string }).constraint === constraint
  );
}

/** The SQLSTATE of an error reported by Postgres; undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  // Not by the shape of `code`: Node's EPIPE looks like a SQLSTATE.
  return error instanceof DatabaseError ? error.code : undefined;
}

/** Whether the server, the network or a conflict caused the failure, rather than the statement. */
export function isTransientDbError(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return TRANSIENT_CODES.test(code);
  // A host with several addresses fails with one error per address.
  if (error instanceof AggregateError) return error.errors.some(isTransientDbError);
  if (!(error instanceof Error) || error instanceof AppError) return false;
  return 'syscall' in error || CONNECTION_ERRORS.test(error.message);
}

/** Converts transient errors to `unavailable`; returns others unchanged. */
export function toUnavailable(error: unknown): unknown {
  if (!isTransientDbError(error)) return error;
  if (isCutOff(error))
    return new AppError(
      'unavailable',
      'the request took too long and was stopped; repeat it with the same Idempotency-Key, or narrow a list by account, status or time',
      { cause: error },
    );
  return outcomeUnknown(error);
}

/** For clients whose request may or may not have taken effect. */
export function outcomeUnknown(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'the database did not answer, so the outcome is unknown; repeat the request with the same Idempotency-Key',
    { cause },
  );
}
