import { defineRoute, type Route } from '@florin/http-api';
import { seeOther } from '@florin/pages';
import { hashToken } from '../../confirmations/secrets.ts';
import { sessionCookie } from '../../credentials/browser-sessions/cookie.ts';
import { logInWithoutPassword } from '../../credentials/sessions/log-in.ts';
import type { Deps } from '../../deps.ts';
import { localeOf } from '../layout.ts';
import { params, reads, renderGone } from '../shared.ts';
import { takeLoginLink } from './queries.ts';

/** The one-time login link that is printed at startup. */
export const loginLinkRoutes = (deps: Deps): readonly Route[] => [
  defineRoute({
    ...reads,
    path: '/auth/once/{token}',
    operationId: 'logInOnce',
    isInternal: true,
    summary: 'Log in with a development link',
    description:
      'The link is printed at start in development mode. It is valid once, for half an hour, and starts a browser session in the console.',
    params,
    replies: { 303: reads.replies[200] },
    errors: ['not_found'],
    async handle({ params: { token }, requestId, address, userAgent, acceptLanguage }) {
      const { db, now, publicUrl } = deps;
      const userId = await takeLoginLink(db, hashToken(token), now());
      const tokens =
        userId && (await logInWithoutPassword(deps, { userId, requestId, address, userAgent }));
      if (!tokens) return renderGone(localeOf(acceptLanguage));
      const reply = seeOther('/console');
      const cookie = { 'Set-Cookie': sessionCookie(publicUrl, tokens) };
      return { ...reply, headers: { ...reply.headers, ...cookie } };
    },
  }),
];
