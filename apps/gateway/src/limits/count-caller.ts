import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, networkOf, type TokenKind } from '@florin/contracts';
import { makeKnownTokens } from '../tokens/known-tokens.ts';
import { nobody, type Voucher } from '../tokens/voucher.ts';
import type { Counted, RateLimits } from './rate-limits.ts';

/** A request that was counted for its token, if that is known, or else for its address. */
export interface CountedRequest {
  readonly counted: Counted;
  /** Finds out who it is, and counts it for them. */
  identify(ask: () => Promise<Voucher>): Promise<Voucher>;
}

/**
 * Counts a request, and tells the client what is left.
 * @throws AppError rate_limited
 */
export type CountCaller = (
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  token: TokenKind,
) => CountedRequest;

/**
 * Whoever shows a token that nobody knows is counted for the address before it is looked up, and
 * gets that back when it proves good: so an address is held to what it sends without a token and to
 * what it gets wrong, however many callers share it.
 */
export function makeCountCaller(limits: RateLimits): CountCaller {
  const known = makeKnownTokens();

  return (request, response, address, token) => {
    const { authorization } = request.headersDistinct;
    const isLooked = token !== 'none' && token !== 'refresh';
    const before = isLooked ? known.find(authorization) : undefined;
    const counted = toCounted(before ?? nobody, address);
    count(counted, response);

    return {
      counted,
      async identify(ask) {
        try {
          const voucher = await ask();
          if (before || voucher.names.length === 0) return voucher;
          limits.giveBack(counted);
          known.keep(authorization, voucher);
          count(toCounted(voucher, address), response);
          return voucher;
        } catch (error) {
          if (error instanceof AppError && error.code === 'unauthorized')
            known.forget(authorization);
          throw error;
        }
      },
    };
  };

  function count(counted: Counted, response: ServerResponse): void {
    const headers = limits.count(counted, performance.now());
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  }
}

function toCounted({ names }: Pick<Voucher, 'names'>, address: string): Counted {
  // The first is the session or key; an identity of a release before leases names no key.
  const token = names.find((name) => name !== '');
  return token ? { policy: 'token', key: token } : { policy: 'address', key: networkOf(address) };
}
