import type { ServerResponse } from 'node:http';
import { networkOf } from '@florin/contracts';
import type { Voucher } from '../tokens/voucher.ts';
import type { Counted, RateLimits } from './rate-limits.ts';

/**
 * Counts a request for whom its token speaks for, or else for its address, and tells the client
 * what is left.
 * @throws AppError rate_limited
 */
export function countRequest(
  limits: RateLimits,
  { names }: Pick<Voucher, 'names'>,
  address: string,
  response: ServerResponse,
): void {
  // The first is the session or key; an identity of a release before leases names no key.
  const token = names.find((name) => name !== '');
  const counted: Counted = token
    ? { policy: 'token', key: token }
    : { policy: 'address', key: networkOf(address) };
  for (const [name, value] of Object.entries(limits.count(counted, performance.now())))
    response.setHeader(name, value);
}
