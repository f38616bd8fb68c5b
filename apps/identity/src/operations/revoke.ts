import type { Transaction } from 'kysely';
import { addRevocation, type Revocation } from '../store/revisions.ts';
import type { IdentityTables } from '../store/schema.ts';
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '../tokens/access-token.ts';

/** Some more than the tokens live, for clocks that differ. */
const KEPT_MS = (ACCESS_TOKEN_LIFETIME_SECONDS + 60) * 1_000;

/** Refuses what was minted for the subject so far. To be called last in its transaction. */
export async function revoke(
  tx: Transaction<IdentityTables>,
  revoked: Pick<Revocation, 'kind' | 'subject'>,
  now: Date,
): Promise<void> {
  await addRevocation(tx, { ...revoked, expires_at: new Date(now.getTime() + KEPT_MS) });
}
