import { AppError, toPublicId } from '@florin/contracts';
import { idOf } from '@florin/contracts/members';
import { defineRoute, filterField, type Route } from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { REVOKING_TIMEOUT_MS } from '../requests.ts';
import { bearerOf } from '../sessions/bearer.ts';
import { endOwnSession } from '../sessions/end.ts';
import { refreshSession } from '../sessions/refresh.ts';
import { endedCookie, sessionCookie } from './cookie.ts';

const PATH = '/v1/auth/browser_session';

/** Session operations for Florin's own pages, which cannot read their cookie. */
export const browserSessionRoutes = (deps: Deps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: PATH,
    operationId: 'renewBrowserSession',
    summary:
      'Exchange the cookie of a browser session for its next one, in another account if you like',
    description:
      'For Florin’s own pages, whose tokens are in a cookie: the gateway puts its refresh token in the place of a header. The next cookie is in `Set-Cookie`.',
    token: 'refresh',
    body: z
      .object({
        account_id: filterField('account').meta({
          description:
            'Another account (`acc_…`) of yours to go on in: one of `GET /v1/auth/accounts`.',
        }),
      })
      .meta({ id: 'BrowserSessionRenewal', description: 'In which account a session goes on.' }),
    isBodyOptional: true,
    replies: {
      200: z
        .object({
          message: z.string().describe('What was done, for people.'),
          expires_in: z
            .int()
            .describe(
              'For how many seconds the cookie calls by itself, until it is renewed again.',
            ),
        })
        .meta({ id: 'RenewedBrowserSession', description: 'That a browser session goes on.' }),
    },
    errors: ['invalid_request', 'invalid_grant', 'unauthorized'],
    otherErrors: { 403: ['unauthorized'] },
    timeoutMs: REVOKING_TIMEOUT_MS,
    async handle({ authorization, requestId, body: { account_id: accountId } }) {
      const refreshToken = bearerOf(authorization);
      const tokens = await refreshSession(deps, { refreshToken, requestId, accountId });
      return {
        status: 200,
        headers: {
          'Cache-Control': 'no-store',
          'Set-Cookie': sessionCookie(deps.publicUrl, tokens),
        },
        body: { message: 'the session goes on', expires_in: tokens.expiresInSeconds },
      };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: PATH,
    operationId: 'endBrowserSession',
    summary: 'End the session that you are in, and its cookie',
    description:
      'Logs a browser out: no gateway accepts the session any more, and its cookie is gone.',
    token: 'session',
    timeoutMs: REVOKING_TIMEOUT_MS,
    allowsReadOnly: true,
    allowsUnenrolled: true,
    replies: {
      200: z
        .object({
          message: z.string().describe('What was done, for people.'),
          session_id: idOf('session', 'Session that has ended'),
        })
        .meta({ id: 'EndedBrowserSession', description: 'That a browser is logged out.' }),
    },
    errors: ['unauthorized', 'forbidden'],
    async handle({ caller, requestId }) {
      const { sessionId, userId } = caller;
      if (sessionId === null || userId === null)
        throw new AppError('unauthorized', 'send Authorization: Bearer <access token>');
      await endOwnSession(deps, { sessionId, userId, requestId });
      return {
        status: 200,
        headers: { 'Set-Cookie': endedCookie(deps.publicUrl) },
        body: { message: 'you are logged out', session_id: toPublicId('session', sessionId) },
      };
    },
  }),
];
