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
import type { Deps } from '../deps.ts';
import { codeField } from '../factors/routes.ts';
import { REVOKING_TIMEOUT_MS } from '../requests.ts';
import { findUser } from '../users/queries.ts';
import { bearerOf } from './bearer.ts';
import { deviceOf } from './describe-origin.ts';
import { endOwnSession } from './end.ts';
import { logIn } from './log-in.ts';
import type { Session } from './model.ts';
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
    access_token: z.string().describe('What goes with each request: `Authorization: Bearer …`.'),
    refresh_token: z
      .string()
      .describe('Gets the next tokens by `POST /v1/auth/refresh`, once: a secret of the client.'),
    token_type: z.literal('Bearer').describe('Always `Bearer` (RFC 6750).'),
    expires_in: z.int().meta({ description: 'Lifetime of the access token in seconds.' }),
  })
  .meta({ id: 'Tokens', description: 'By what a client acts for whoever has logged in.' });

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
    summary: 'Log in with an email or username and a password',
    description:
      'Begins a session: its access token goes with each request, its refresh token gets the next ones. `401` `second_factor_required` asks for the same once more, with `code`. Too many tries from one place, or of one login, are answered with `429`.',
    token: 'none',
    isCostly: true,
    body: z
      .object({
        email: credentialField.meta({ description: 'Email or username.' }),
        password: credentialField.meta({ description: 'The password of that login.' }),
        code: codeField.optional(),
        account_id: filterField('account').meta({
          description:
            'The account to act in, for who belongs to several; your first one by default.',
        }),
      })
      .meta({ id: 'Login', description: 'Who logs in, by what.' }),
    replies: {
      200: tokenReplySchema
        .extend({
          session_id: idOf('session', 'Session that has begun'),
          user: z
            .object({
              id: ownId('user', 'user'),
              email: z.string().describe('By which they log in.'),
              name: z.string().nullable().describe('What they are called; null where nobody said.'),
            })
            .describe('Who has logged in.'),
        })
        .meta({ id: 'LoggedIn', description: 'The tokens of a session that has begun.' }),
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
    summary: 'Exchange a refresh token for new tokens',
    description:
      'Each refresh token is good once: keep the one of the answer. One that comes a second time ends its session, since somebody has stolen it; a repetition right away, after an answer that was lost, does not.',
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
          'refresh_token: must be the token of the Authorization header',
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
    summary: 'End a session of your own, by default the current one',
    description:
      'From this answer on no gateway accepts its tokens. Without `session_id` it is the session of the request itself; `400` `invalid_session` for one that is not yours.',
    token: 'session',
    timeoutMs: REVOKING_TIMEOUT_MS,
    allowsReadOnly: true,
    allowsUnenrolled: true,
    body: z
      .object({
        session_id: filterField('session').meta({
          description: 'Session (`ses_…`) of your own to end; without it, the one of this request.',
        }),
      })
      .meta({ id: 'SessionEnd', description: 'Which session ends.' }),
    isBodyOptional: true,
    replies: {
      200: z
        .object({
          message: z.string().describe('What was done, for people.'),
          session_id: idOf(
            'session',
            'Session that has ended',
            'Absent where none was named.',
          ).optional(),
        })
        .meta({ id: 'EndedSession', description: 'That a session has ended.' }),
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
          message: 'the session has ended: its tokens are no longer accepted',
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
    user_id: idOf('user', 'User who has logged in'),
    current: z.boolean().meta({ description: 'Whether this request was made in it.' }),
    account_id: z
      .string()
      .nullable()
      .meta({ description: 'Account (`acc_…`) that it acts in; null where its user has none.' }),
    device: z.string().nullable().meta({
      description:
        'The client of the login, as far as it says what it is: `Firefox on Linux`. Null where it does not.',
    }),
    network: z.string().nullable().meta({
      description:
        'From where it was: an IPv4 address, or the /64 of an IPv6 one. Null where nobody knows.',
    }),
    created_at: createdAt,
    expires_at: instant('When it ends by itself (RFC 3339, UTC): no refresh reaches beyond it.'),
  })
  .meta({ id: 'Session', description: 'A login that goes on.' });

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
    summary: 'List your own sessions that are still open, newest first',
    description:
      'Where you are logged in, with device and network of each login as far as they are known.',
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
