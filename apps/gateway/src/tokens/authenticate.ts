import { AppError, type TokenKind } from '@florin/contracts';
import { type FindKey, isApiKey } from './api-key.ts';
import type { LookupContext } from './ask-identity.ts';
import type { FindPrincipal } from './principal.ts';
import { readBearerToken } from './token.ts';
import type { VerifyToken } from './verify-token.ts';
import { nobody, type Voucher } from './voucher.ts';

export type Authenticate = (
  kind: TokenKind,
  authorization: readonly string[] | undefined,
  context: LookupContext,
) => Promise<Voucher>;

export interface Lookups {
  readonly verify: VerifyToken;
  readonly findPrincipal: FindPrincipal;
  readonly findKey: FindKey;
}

/** Finds out who calls, as far as the route wants to know. */
export function makeAuthenticate({ verify, findPrincipal, findKey }: Lookups): Authenticate {
  return async (kind, authorization, context) => {
    // Logging in works with whatever stale header a client still sends.
    if (kind === 'none') return nobody;
    const token = readBearerToken(authorization);
    // Only identity can tell whether a refresh token is good, or what its absence means.
    if (kind === 'refresh') return nobody;
    if (token === undefined) {
      if (kind === 'optional') return nobody;
      throw new AppError('unauthorized', missingToken(kind));
    }
    // On every route: where no key may do it, or this one may not, the service says so.
    if (isApiKey(token)) return findKey(token, context);
    return findPrincipal(await verify(token), context);
  };
}

function missingToken(kind: TokenKind): string {
  return kind === 'session_or_key'
    ? 'send an API key or access token as Authorization: Bearer <token>; create a key at POST /v1/api_keys, log in at POST /v1/auth/login'
    : 'send Authorization: Bearer <access token>; log in at POST /v1/auth/login';
}
