import { AppError, toPublicId } from '@florin/contracts';
import { idOf } from '@florin/contracts/members';
import { defineRoute, filterField, type Route } from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { REVOKING_TIMEOUT_MS } from '../../requests.ts';
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
    summary: 'Renew a browser session',
    description:
      "For Florin's own pages, whose tokens are in a cookie: the gateway sends its refresh token instead of a header. The next cookie is in `Set-Cookie`. `account_id` switches the session to another account.",
    token: 'refresh',
    body: z
      .object({
        account_id: filterField('account').meta({
          description:
            'Another account (`acc_…`) of yours to switch to: one of `GET /v1/auth/accounts`.',
        }),
      })
      .meta({ id: 'BrowserSessionRenewal', description: 'Options of a renewal.' }),
    isBodyOptional: true,
    replies: {
      200: z
        .object({
          message: z.string().describe('Human-readable result.'),
          expires_in: z.int().describe('Seconds until the cookie must be renewed.'),
        })
        .meta({ id: 'RenewedBrowserSession', description: 'A renewed browser session.' }),
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
        body: { message: 'the session is renewed', expires_in: tokens.expiresInSeconds },
      };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: PATH,
    operationId: 'endBrowserSession',
    summary: 'End a browser session',
    description:
      'Logs the browser out: no gateway accepts the session any more, and its cookie is deleted.',
    token: 'session',
    timeoutMs: REVOKING_TIMEOUT_MS,
    allowsReadOnly: true,
    allowsUnenrolled: true,
    replies: {
      200: z
        .object({
          message: z.string().describe('Human-readable result.'),
          session_id: idOf('session', 'Session that ended'),
        })
        .meta({ id: 'EndedBrowserSession', description: 'A browser session that ended.' }),
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
