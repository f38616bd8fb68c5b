import { AppError, livemodeOf, toPublicId, type Uuid } from '@florin/contracts';
import {
  createdAt,
  idOf,
  instant,
  livemodeOrNull,
  objectOf,
  ownId,
} from '@florin/contracts/members';
import {
  cursorFields,
  defineRoute,
  filterField,
  listBody,
  listReply,
  oneCursor,
  pageOf,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../domain/session.ts';
import { findUser } from '../../records/users-queries.ts';
import { REVOKING_TIMEOUT_MS } from '../../requests.ts';
import { codeField } from '../factors/routes.ts';
import { bearerOf } from './bearer.ts';
import { deviceOf } from './describe-origin.ts';
import { endOwnSession } from './end.ts';
import { logIn } from './log-in.ts';
import { listOwnSessions } from './read.ts';
import { refreshSession } from './refresh.ts';
import type { Tokens } from './tokens.ts';

/** Routes in the order of the OpenAPI document. */
export const sessionRoutes = (deps: Deps): readonly Route[] => [
  logInRoute(deps),
  refreshSessionRoute(deps),
  endSessionRoute(deps),
  listSessionsRoute(deps),
];

/**
 * Accepts any text, since it is only compared. Rules for new credentials may change, and values
 * that never matched them are simply wrong.
 */
const credentialField = z.string({ error: 'must be a string' }).min(1, 'must not be empty');

const tokenReplySchema = z
  .object({
    access_token: z.string().describe('Token for requests: `Authorization: Bearer …`.'),
    refresh_token: z
      .string()
      .describe('Gets the next tokens from `POST /v1/auth/refresh`, once. Keep it secret.'),
    token_type: z.literal('Bearer').describe('Always `Bearer` (RFC 6750).'),
    expires_in: z.int().meta({ description: 'Lifetime of the access token in seconds.' }),
  })
  .meta({ id: 'Tokens', description: 'Tokens for acting as the user who logged in.' });

/** RFC 6749 section 5.1: responses with tokens must not be cached. */
const tokenReplyHeaders = { 'Cache-Control': 'no-store' };

function toTokenReply(tokens: Tokens): z.output<typeof tokenReplySchema> {
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_type: 'Bearer',
    expires_in: tokens.expiresInSeconds,
  };
}

const logInRoute = (deps: Deps) =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/login',
    operationId: 'logIn',
    summary: 'Log in',
    description:
      'Starts a session with an email or username and a password. Send the access token with each request; the refresh token gets the next tokens. `401` `second_factor_required` means: repeat the request with `code`. Too many attempts from one network or for one login get `429`.',
    token: 'none',
    isCostly: true,
    body: z
      .object({
        email: credentialField.meta({ description: 'Email or username.' }),
        password: credentialField.meta({ description: 'Password of the login.' }),
        code: codeField.optional(),
        account_id: filterField('account').meta({
          description:
            'Account to act in, for users with several accounts. Default: the first one.',
        }),
      })
      .meta({ id: 'Login', description: 'Credentials for a login.' }),
    replies: {
      200: tokenReplySchema
        .extend({
          session_id: idOf('session', 'Session that was started'),
          user: z
            .object({
              id: ownId('user', 'user'),
              email: z.string().describe('Email of the login.'),
              name: z.string().nullable().describe('Name of the user; null if none.'),
            })
            .describe('User who logged in.'),
        })
        .meta({ id: 'LoggedIn', description: 'Tokens of a new session.' }),
    },
    errors: ['invalid_request', 'invalid_credentials', 'second_factor_required', 'unauthorized'],
    async handle({ body, requestId, address, userAgent }) {
      const { email: identifier, password, code, account_id: accountId } = body;
      const login = { identifier, password, code, accountId, requestId, address, userAgent };
      const { user, sessionId, ...tokens } = await logIn(deps, login);
      return {
        status: 200,
        headers: tokenReplyHeaders,
        body: {
          ...toTokenReply(tokens),
          session_id: toPublicId('session', sessionId),
          user: { id: toPublicId('user', user.id), email: user.email, name: user.name },
        },
      };
    },
  });

const refreshSessionRoute = (deps: Deps) =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/refresh',
    operationId: 'refreshTokens',
    summary: 'Refresh an access token',
    description:
      'A refresh token can be used once: store the new one of the response. A second use ends the session, because the token may be stolen; an immediate retry after a lost response does not.',
    token: 'refresh',
    body: z
      .object({
        refresh_token: credentialField.meta({
          description: 'The same as in the Authorization header.',
        }),
      })
      .meta({ id: 'TokenRefresh', description: 'The refresh token to exchange.' }),
    replies: { 200: tokenReplySchema },
    errors: ['invalid_request', 'invalid_grant', 'unauthorized'],
    otherErrors: { 403: ['unauthorized'] },
    async handle({ body, authorization, requestId }) {
      const refreshToken = bearerOf(authorization);
      if (refreshToken !== body.refresh_token)
        throw new AppError(
          'invalid_request',
          'refresh_token: must equal the token of the Authorization header',
        );
      const tokens = await refreshSession(deps, { refreshToken, requestId });
      return { status: 200, headers: tokenReplyHeaders, body: toTokenReply(tokens) };
    },
  });

const endSessionRoute = (deps: Deps) =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/auth/session',
    operationId: 'endSession',
    summary: 'End a session',
    description:
      'Once the response is sent, no gateway accepts its tokens. Ends your session with `session_id`, or the current session by default. `400` `invalid_session` if the session is not yours.',
    token: 'session',
    timeoutMs: REVOKING_TIMEOUT_MS,
    allowsReadOnly: true,
    allowsUnenrolled: true,
    body: z
      .object({
        session_id: filterField('session').meta({
          description: 'Session (`ses_…`) of yours to end. Default: the current one.',
        }),
      })
      .meta({ id: 'SessionEnd', description: 'The session to end.' }),
    isBodyOptional: true,
    replies: {
      200: z
        .object({
          message: z.string().describe('Human-readable result.'),
          session_id: idOf(
            'session',
            'Session that ended',
            'Absent where none was named.',
          ).optional(),
        })
        .meta({ id: 'EndedSession', description: 'A session that ended.' }),
    },
    errors: ['invalid_request', 'unauthorized', 'invalid_session'],
    async handle({ body, caller, requestId }) {
      const { session_id: given } = body;
      if (caller.userId === null || caller.sessionId === null)
        throw new AppError('unauthorized', 'send Authorization: Bearer <access token>');
      const sessionId = given === undefined ? caller.sessionId : given;
      await endOwnSession(deps, { sessionId, userId: caller.userId, requestId });
      return {
        status: 200,
        body: {
          message: 'the session has ended; its tokens are no longer accepted',
          ...(given ? { session_id: toPublicId('session', given) } : {}),
        },
      };
    },
  });

const sessionSchema = z
  .object({
    id: ownId('session', 'session'),
    object: objectOf('session'),
    livemode: livemodeOrNull,
    user_id: idOf('user', 'User who logged in'),
    current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
    account_id: z.string().nullable().meta({
      description: 'Account (`acc_…`) that the session acts in; null if its user has none.',
    }),
    device: z.string().nullable().meta({
      description:
        'Client of the login, if it identifies itself: `Firefox on Linux`. Otherwise null.',
    }),
    network: z.string().nullable().meta({
      description:
        'Network of the login: an IPv4 address, or the /64 of an IPv6 address. Null if unknown.',
    }),
    created_at: createdAt,
    expires_at: instant('When the session expires (RFC 3339, UTC). A refresh does not extend it.'),
  })
  .meta({ id: 'Session', description: 'An open session.' });

function placeOf({ accountId, origin }: Session, firstAccountId: Uuid | null) {
  const within = accountId ?? firstAccountId;
  return {
    account_id: within && toPublicId('account', within),
    device: deviceOf(origin),
    network: origin.network,
  };
}

const listSessionsRoute = (deps: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/auth/sessions',
    operationId: 'listSessions',
    summary: 'List your open sessions',
    description: 'Your sessions, newest first, with the client and network of each login if known.',
    token: 'session',
    query: z.object(cursorFields('session')).refine(...oneCursor),
    replies: { 200: listReply(sessionSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const page = await listOwnSessions(deps, { caller, ...pageOf(query) });
      const user = caller.userId === null ? undefined : await findUser(deps.db, caller.userId);
      const firstAccountId = user?.accountId ?? null;
      return {
        status: 200,
        body: listBody(page, (session) => ({
          id: toPublicId('session', session.id),
          object: 'session',
          livemode: livemodeOf(caller.accountId),
          user_id: toPublicId('user', session.userId),
          current: session.id === caller.sessionId,
          ...placeOf(session, firstAccountId),
          created_at: session.createdAt.toISOString(),
          expires_at: session.expiresAt.toISOString(),
        })),
      };
    },
  });
