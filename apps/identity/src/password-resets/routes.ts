import { toPublicId } from '@florin/contracts';
import { defineRoute, emailField, passwordField, type Route } from '@florin/http-api';
import { z } from 'zod';
import { languageOf } from '../auth-pages/language.ts';
import type { Deps } from '../deps.ts';
import { tokenField } from '../email-confirmations/routes.ts';
import { REVOKING_TIMEOUT_MS, type Rules } from '../requests.ts';
import { resetPassword } from './confirm.ts';
import { requestPasswordReset } from './request.ts';

/** In the order of the document. */
export const passwordResetRoutes = (deps: Deps, rules: Rules): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v1/auth/password_reset',
    operationId: 'requestPasswordReset',
    summary: 'Ask for a mail by which a forgotten password is replaced',
    token: 'none',
    body: z.object({ email: emailField }),
    replies: { 200: z.object({ message: z.string() }) },
    errors: ['invalid_request'],
    async handle({ body, requestId, address, acceptLanguage }) {
      const language = languageOf(acceptLanguage);
      await requestPasswordReset(deps, { email: body.email, language, requestId, address });
      return {
        status: 200,
        body: {
          message:
            'if somebody logs in by this email, a mail is on its way to them: its link is good for 30 minutes',
        },
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/auth/password_reset/confirm',
    operationId: 'confirmPasswordReset',
    summary: 'Choose a new password by the token of a mail; all sessions end',
    token: 'none',
    isCostly: true,
    timeoutMs: REVOKING_TIMEOUT_MS + 5_000,
    body: z.object({ token: tokenField, password: passwordField(rules) }),
    replies: { 200: z.object({ message: z.string(), user_id: z.string(), email: z.string() }) },
    errors: ['invalid_request', 'invalid_grant'],
    async handle({ body, requestId, address }) {
      const { userId, email } = await resetPassword(deps, { ...body, requestId, address });
      return {
        status: 200,
        body: {
          message: 'the password is changed and all sessions have ended: log in',
          user_id: toPublicId('user', userId),
          email,
        },
      };
    },
  }),
];
