import type { Deps } from '../deps.ts';
import type { Tx } from '../schema.ts';
import { ACCESS_TOKEN_REFUSED_MS } from '../sessions/tokens.ts';
import type { Revocation } from './model.ts';
import { addRevocations } from './queries.ts';

/** Refuses what was minted for the subjects so far. To be called last in its transaction. */
export async function revoke(
  tx: Tx,
  revoked: Revocation | readonly Revocation[],
  now: Date,
): Promise<void> {
  const revocations = [revoked].flat();
  const expiresAt = new Date(now.getTime() + ACCESS_TOKEN_REFUSED_MS);
  if (revocations.length > 0) await addRevocations(tx, revocations, expiresAt);
}

/**
 * Does what revokes something, and resolves when no gateway accepts that any more. A refusal waits
 * as well: it may say that somebody else did it, a moment ago.
 */
export async function thenAwaitGateways<Result>(
  { awaitGateways }: Pick<Deps, 'awaitGateways'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } finally {
    await awaitGateways();
  }
}
