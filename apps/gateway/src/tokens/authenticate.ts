import { createHash } from 'node:crypto';
import { AppError, anonymous, roles, scopes, type TokenKind, type Uuid } from '@florin/contracts';
import type { Revocations } from './revocations.ts';
import type { CheckReply, LookupContext, Principal, SessionCache } from './session-cache.ts';
import type { AccessClaims, VerifyToken } from './verify-token.ts';

/**
 * Identifies the caller as the route requires.
 * @throws AppError unauthorized, unavailable
 */
export type Authenticate = (
  kind: TokenKind,
  authorization: readonly string[] | undefined,
  context: LookupContext,
) => Promise<Principal>;

/** Dependencies of token checks. */
export interface TokenChecks {
  readonly verify: VerifyToken;
  readonly sessions: Pick<SessionCache, 'find'>;
  readonly revocations: Pick<Revocations, 'refuses'>;
  /** Identity's `CheckSession`. */
  checkSession(
    session: { readonly sessionId: Uuid; readonly userId: Uuid },
    context: LookupContext,
  ): Promise<SessionReply>;
  /** Identity's `CheckApiKey`. */
  checkApiKey(key: { readonly secretHash: string }, context: LookupContext): Promise<ApiKeyReply>;
}

export interface SessionReply extends CheckReply {
  /** Empty if the user has none; so is the role. */
  readonly accountId: string;
  readonly role: string;
  readonly readOnly: boolean;
  /** Empty without such a limit; absent in replies of an older identity. */
  readonly refundMax?: string;
  readonly stale?: boolean;
  readonly staleRefundMax?: string;
  readonly mustEnrol?: boolean;
}

export interface ApiKeyReply extends CheckReply {
  /** Empty in replies of an older identity without leases. */
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: readonly string[];
  readonly readOnly: boolean;
}

/** Without a token nothing can be revoked. */
export const anonymousPrincipal: Principal = { caller: anonymous, subjects: [], revision: 0 };

/** An access token has about 500; much longer ones are refused unread. */
const TOKEN_CHARACTERS_MAX = 4_096;

/** @param checks undefined without identity: requests with a token then get 503 */
export async function authenticate(
  checks: TokenChecks | undefined,
  kind: TokenKind,
  authorization: readonly string[] | undefined,
  context: LookupContext,
): Promise<Principal> {
  // Login must work with any stale header that a client still sends.
  if (kind === 'none') return anonymousPrincipal;
  const token = readBearerToken(authorization);
  // Only identity can validate a refresh token, or say why one is missing.
  if (kind === 'refresh') return anonymousPrincipal;
  if (token === undefined) {
    if (kind === 'optional') return anonymousPrincipal;
    throw new AppError('unauthorized', missingToken(kind));
  }
  if (!checks)
    throw new AppError('unavailable', 'identity is not running, so tokens cannot be checked');
  // On every route: the service rejects keys that may not call it.
  if (isApiKey(token)) return findApiKey(checks, token, context);
  return findSession(checks, await checks.verify(token), context);
}

/**
 * The token of an Authorization header; undefined if there is none.
 * @throws AppError unauthorized for two headers, another scheme or a malformed token.
 */
export function readBearerToken(headers: readonly string[] | undefined): string | undefined {
  const [header, second] = headers ?? [];
  if (header === undefined) return undefined;
  if (second !== undefined)
    throw new AppError('unauthorized', 'send exactly one Authorization header');
  const [, token] = /^bearer +([\w.~+/-]+=*)$/i.exec(header) ?? [];
  if (token === undefined)
    throw new AppError('unauthorized', 'write the header as Authorization: Bearer <token>');
  if (token.length > TOKEN_CHARACTERS_MAX)
    throw new AppError('unauthorized', 'the token is too long to be a Florin token');
  return token;
}

/** Access tokens never match: a JWT begins with `ey`. */
function isApiKey(token: string): boolean {
  return token.startsWith('sk_');
}

async function findSession(
  { sessions, revocations, checkSession }: TokenChecks,
  { sessionId, userId, revision }: AccessClaims,
  context: LookupContext,
): Promise<Principal> {
  if (revocations.refuses([sessionId, userId], revision)) throw sessionEnded();
  const found = await sessions.find<SessionReply>(
    {
      key: sessionId,
      ask: (asking) => checkSession({ sessionId, userId }, asking),
      toPrincipal: ({ accountId, role, readOnly, ...factors }) => ({
        caller: {
          userId,
          sessionId,
          accountId: accountId === '' ? null : accountId,
          // A role known only to a newer identity counts as none.
          role: roles.find((known) => known === role) ?? null,
          scopes: null,
          readOnly,
          ...toLimits(factors),
        },
        subjects: [sessionId, userId, accountId],
      }),
    },
    context,
  );
  if (!found) throw sessionEnded();
  return found;
}

/** Omits absent limits, which keeps assertions short. */
function toLimits({
  refundMax,
  stale,
  staleRefundMax,
  mustEnrol,
}: Pick<SessionReply, 'refundMax' | 'stale' | 'staleRefundMax' | 'mustEnrol'>) {
  return {
    ...(refundMax ? { refundMax } : {}),
    ...(stale ? { isStale: true } : {}),
    ...(stale && staleRefundMax ? { staleRefundMax } : {}),
    ...(mustEnrol ? { mustEnrol: true } : {}),
  };
}

/** The secret stays in this process: identity and the cache see only its hash. */
async function findApiKey(
  { sessions, checkApiKey }: TokenChecks,
  secret: string,
  context: LookupContext,
): Promise<Principal> {
  if (!/^sk_(live|test)_[\w-]{43}$/.test(secret)) throw keyEnded();
  const secretHash = createHash('sha256').update(secret).digest('base64url');
  const found = await sessions.find<ApiKeyReply>(
    {
      key: secretHash,
      ask: (asking) => checkApiKey({ secretHash }, asking),
      toPrincipal: ({ keyId, accountId, readOnly, ...key }) => ({
        caller: {
          userId: null,
          sessionId: null,
          apiKeyId: keyId === '' ? undefined : (keyId as Uuid),
          accountId,
          role: null,
          // A scope known only to a newer identity allows nothing.
          scopes: key.scopes.flatMap((scope) => scopes.find((known) => known === scope) ?? []),
          readOnly,
        },
        subjects: [keyId, accountId],
      }),
    },
    context,
  );
  if (!found) throw keyEnded();
  return found;
}

function missingToken(kind: TokenKind): string {
  return kind === 'session_or_key'
    ? 'send an API key or access token as Authorization: Bearer <token>; create a key at POST /v1/api_keys, log in at POST /v1/auth/login'
    : 'send Authorization: Bearer <access token>; log in at POST /v1/auth/login';
}

function sessionEnded(): AppError {
  return new AppError('unauthorized', 'the session has ended; log in at POST /v1/auth/login');
}

function keyEnded(): AppError {
  return new AppError(
    'unauthorized',
    'this API key does not exist, was revoked or has expired; create one at POST /v1/api_keys',
  );
}
