import type { Deps } from '../deps.ts';
import type { Revocation } from '../domain/revocation.ts';
import { ACCESS_TOKEN_REFUSED_MS } from '../domain/session.ts';
import type { Tx } from '../schema.ts';
import { addRevocations } from './queries.ts';

/** Revokes the subjects. Must be the last call of its transaction. */
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
 * Runs a revoking command and waits until all gateways have applied it. A refusal waits too, since
 * it may result from a concurrent revocation.
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
