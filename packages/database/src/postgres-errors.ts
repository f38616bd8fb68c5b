/** SQLSTATE codes, see https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const LOCK_NOT_AVAILABLE = '55P03';
const UNIQUE_VIOLATION = '23505';

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
