import { AppError, livemodeOf, toPublicId, type Uuid } from '@florin/contracts';
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

/** In the order of the document. */
export const sessionRoutes = (deps: Deps): readonly Route[] => [
  logInRoute(deps),
  refreshSessionRoute(deps),
  endSessionRoute(deps),
  listSessionsRoute(deps),
];

/**
 * Text that is only compared. Its length and characters do not matter: rules for what is chosen
 * may change, and what never fitted them is simply wrong.
 */
const credentialField = z.string({ error: 'must be a string' }).min(1, 'must not be empty');

const tokenReplySchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().meta({ description: 'Lifetime of the access token in seconds.' }),
});

/** RFC 6749 section 5.1: tokens stay out of every cache. */
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
    token: 'none',
    isCostly: true,
    body: z.object({
      email: credentialField.meta({ description: 'Email or username.' }),
      password: credentialField,
      code: codeField.optional(),
      account_id: filterField('account').meta({
        description:
          'The account to act in, for who belongs to several; your first one by default.',
      }),
    }),
    replies: {
      200: tokenReplySchema.extend({
        session_id: z.string(),
        user: z.object({ id: z.string(), email: z.string(), name: z.string().nullable() }),
      }),
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
    token: 'refresh',
    body: z.object({ refresh_token: credentialField }),
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
    token: 'session',
    timeoutMs: REVOKING_TIMEOUT_MS,
    allowsReadOnly: true,
    allowsUnenrolled: true,
    body: z.object({ session_id: filterField('session') }),
    isBodyOptional: true,
    replies: { 200: z.object({ message: z.string(), session_id: z.string().optional() }) },
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

const sessionSchema = z.object({
  id: z.string(),
  object: z.literal('session'),
  /** Null outside any account. */
  livemode: z.boolean().nullable(),
  user_id: z.string(),
  current: z.boolean().meta({ description: 'Whether this request was made in it.' }),
  account_id: z.string().nullable().meta({ description: 'The account that it acts in.' }),
  device: z.string().nullable().meta({
    description: 'The client of the login, as far as it says what it is: `Firefox on Linux`.',
  }),
  network: z.string().nullable().meta({
    description: 'From where it was: an IPv4 address, or the /64 of an IPv6 one.',
  }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().meta({ description: 'No refresh reaches beyond it.' }),
});

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
