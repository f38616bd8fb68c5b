import { accessSync, constants } from 'node:fs';

/** Parameters that name local files: the CA, or the client's certificate and key. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];
/** Aliases of `sslmode` that turn checks off. */
const SYNONYMS = ['ssl', 'uselibpqcompat'];

/**
 * Why a Postgres URL is refused, without quoting it; undefined if it is accepted. TLS is either
 * fully verified or off: clients differ in what `require` and similar modes verify
 * (https://www.postgresql.org/docs/current/libpq-ssl.html).
 */
export function refuseDatabaseUrl(url: string): string | undefined {
  if (!/^postgres(ql)?:/.test(url) || !URL.canParse(url)) return 'must be a postgres:// URL';
  const { searchParams } = new URL(url);
  const synonym = SYNONYMS.find((name) => searchParams.has(name));
  if (synonym !== undefined) return `must use sslmode instead of ${synonym}`;
  const mode = searchParams.get('sslmode');
  const named = FILES.filter((name) => searchParams.has(name));
  if (mode !== null && mode !== 'disable' && mode !== 'verify-full')
    return 'must use sslmode=verify-full, which authenticates the server, or sslmode=disable';
  if (named.length > 0 && mode !== 'verify-full')
    return `must use sslmode=verify-full with ${named.join(', ')}`;
  const missing = named.find((name) => !isReadable(searchParams.get(name) ?? ''));
  return missing && `the file of ${missing} cannot be read`;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
