import { accessSync, constants } from 'node:fs';

/** What names a file of the client: a certificate to check the server's with, or its own and its key. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];
/** Two more ways to say what `sslmode` says, which switch checks off. */
const SYNONYMS = ['ssl', 'uselibpqcompat'];

/**
 * Why a URL of Postgres may not be connected to, without anything that it holds; undefined for one
 * that may. TLS is checked in full, certificate and name, or not asked for at all: what `require` and
 * the like leave unchecked depends on the client (https://www.postgresql.org/docs/current/libpq-ssl.html).
 */
export function refuseDatabaseUrl(url: string): string | undefined {
  if (!/^postgres(ql)?:/.test(url) || !URL.canParse(url)) return 'must be a postgres:// URL';
  const { searchParams } = new URL(url);
  const synonym = SYNONYMS.find((name) => searchParams.has(name));
  if (synonym !== undefined) return `takes sslmode, not ${synonym}`;
  const mode = searchParams.get('sslmode');
  const named = FILES.filter((name) => searchParams.has(name));
  if (mode !== null && mode !== 'disable' && mode !== 'verify-full')
    return 'takes sslmode=verify-full, which checks who answers, or sslmode=disable';
  if (named.length > 0 && mode !== 'verify-full')
    return `takes ${named.join(', ')} with sslmode=verify-full only`;
  const missing = named.find((name) => !isReadable(searchParams.get(name) ?? ''));
  return missing && `names a file by ${missing} that cannot be read`;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
