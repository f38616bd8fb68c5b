import { AppError, anonymous, type Caller, type TokenKind } from '@florin/contracts';
import type { FindPrincipal, LookupContext } from './principal.ts';
import { readBearerToken } from './token.ts';
import type { VerifyToken } from './verify-token.ts';

export type Authenticate = (
  kind: TokenKind,
  authorization: readonly string[] | undefined,
  context: LookupContext,
) => Promise<Caller>;

/** Finds out who calls, as far as the route wants to know. */
export function makeAuthenticate(verify: VerifyToken, findPrincipal: FindPrincipal): Authenticate {
  return async (kind, authorization, context) => {
    // Logging in works with whatever stale header a client still sends.
    if (kind === 'none') return anonymous;
    const token = readBearerToken(authorization);
    // Only identity can tell whether a refresh token is good, or what its absence means.
    if (kind === 'refresh') return anonymous;
    if (token === undefined) {
      if (kind === 'optional') return anonymous;
      throw new AppError(
        'unauthorized',
        'send Authorization: Bearer <access token>; log in at POST /v1/auth/login',
      );
    }
    if (token.startsWith('sk_'))
      throw new AppError(
        'unauthorized',
        'API keys are not served yet: send an access token from POST /v1/auth/login',
      );
    return findPrincipal(await verify(token), context);
  };
}
