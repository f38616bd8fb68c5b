import { createHash } from 'node:crypto';
import { AppError, networkOf } from '@florin/contracts';
import type { Deps } from '../../deps.ts';
import { countRequestsFrom, insertRequest } from './queries.ts';

/** Requests per network and hour, for any address. */
const REQUESTS_MAX = 20;
const HOUR_MS = 3_600_000;

/**
 * Stores a reset request and looks for the user only after the response, so neither its content nor
 * its duration reveals whether a user exists.
 * @throws AppError rate_limited
 */
export async function requestPasswordReset(
  { db, now, limitsGuessing }: Pick<Deps, 'db' | 'now' | 'limitsGuessing'>,
  request: {
    /** In canonical form. */
    readonly email: string;
    readonly language: string | null;
    readonly requestId: string;
    /** Client address. */
    readonly address: string | undefined;
  },
): Promise<void> {
  const { address, ...asked } = request;
  const network = createHash('sha256')
    .update(networkOf(address ?? ''))
    .digest();
  const at = now();
  const count = await countRequestsFrom(db, network, new Date(at.getTime() - HOUR_MS));
  if (limitsGuessing && count >= REQUESTS_MAX)
    throw new AppError(
      'rate_limited',
      'too many password resets were requested from this network; wait an hour, or use another network',
      { headers: { 'Retry-After': '3600' } },
    );
  await insertRequest(db, { ...asked, network }, at);
}
