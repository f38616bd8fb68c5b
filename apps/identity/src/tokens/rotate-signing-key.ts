import { type DatabaseConfig, withDatabase } from '@florin/database';
import type { IdentityTables } from '../store/schema.ts';
import { insertNextKey } from '../store/signing-keys.ts';
import { generateKey } from './signing-keys.ts';

/** Every gateway has seen a key by then, and every identity that it is its turn. */
const LEAD_MS = 60_000;
/** Longer than an access token lives, and than an identity takes to see that another key signs. */
const TOKENS_LIVE_MS = 11 * 60_000;

/**
 * `rotate-signing-key`: a command for when the key is known to somebody, or old. No token is refused
 * meanwhile: the new key is published a minute before it signs, the old one as long as its tokens
 * live.
 */
export async function rotateSigningKey(
  { database }: { readonly database: DatabaseConfig },
  _arguments: readonly string[] = [],
  now: Date = new Date(),
): Promise<string> {
  const signsFrom = new Date(now.getTime() + LEAD_MS);
  const key = await generateKey(now, signsFrom);
  await withDatabase<IdentityTables, void>({ ...database, poolSizeMax: 2 }, (db) =>
    insertNextKey(db, key, new Date(signsFrom.getTime() + TOKENS_LIVE_MS)),
  );
  return `the key ${key.kid} is published, and signs from ${signsFrom.toISOString()} on`;
}
