import { createHash } from 'node:crypto';
import { AppError, networkOf } from '@florin/contracts';
import type { Deps } from '../deps.ts';
import { countRequestsFrom, insertRequest } from './queries.ts';

/** Requests from one network within an hour, for whomever. */
const REQUESTS_MAX = 20;
const HOUR_MS = 3_600_000;

/**
 * Takes down that somebody asks for a new password. Whether there is such a user is looked for
 * afterwards, when whoever asked has their answer: neither it nor its time can tell.
 * @throws AppError rate_limited
 */
export async function requestPasswordReset(
  { db, now, limitsGuessing }: Pick<Deps, 'db' | 'now' | 'limitsGuessing'>,
  request: {
    /** Canonical. */
    readonly email: string;
    readonly language: string | null;
    readonly requestId: string;
    /** Where the client connects from. */
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
      'too many passwords were asked for from here: wait an hour, or ask from elsewhere',
      { headers: { 'Retry-After': '3600' } },
    );
  await insertRequest(db, { ...asked, network }, at);
}
