import type { Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { addRevocations, type Revocation } from '../store/revisions.ts';
import type { IdentityTables } from '../store/schema.ts';
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '../tokens/access-token.ts';

/** Some more than tokens live, for clocks that differ, and than answers are remembered. */
const KEPT_MS = (ACCESS_TOKEN_LIFETIME_SECONDS + 60) * 1_000;

export interface Revoked extends Pick<Revocation, 'kind' | 'subject'> {
  /** A session of the subject that it is not about. */
  readonly exceptSession?: Uuid;
}

/**
 * Whether tokens minted before are dead with it. A key is looked up anyway, and who has another role
 * or account keeps their tokens.
 */
export function refusesTokens(kind: Revocation['kind']): boolean {
  return kind === 'session' || kind === 'user' || kind === 'account';
}

/** Refuses what was minted for the subjects so far. To be called last in its transaction. */
export async function revoke(
  tx: Transaction<IdentityTables>,
  revoked: Revoked | readonly Revoked[],
  now: Date,
): Promise<void> {
  const expires_at = new Date(now.getTime() + KEPT_MS);
  const revocations = [revoked].flat().map(({ kind, subject, exceptSession }) => ({
    ...{ kind, subject, expires_at },
    except_session: exceptSession ?? null,
  }));
  if (revocations.length > 0) await addRevocations(tx, revocations);
}
