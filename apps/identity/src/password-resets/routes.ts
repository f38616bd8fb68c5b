import { toPublicId } from '@florin/contracts';
import { idOf } from '@florin/contracts/members';
import { defineRoute, emailField, passwordField, type Route } from '@florin/http-api';
import { z } from 'zod';
import { languageOf } from '../auth-pages/language.ts';
import type { Deps } from '../deps.ts';
import { tokenField } from '../email-confirmations/routes.ts';
import { REVOKING_TIMEOUT_MS, type Rules } from '../requests.ts';
import { resetPassword } from './confirm.ts';
import { requestPasswordReset } from './request.ts';

/** Routes in the order of the OpenAPI document. */
export const passwordResetRoutes = (deps: Deps, rules: Rules): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v1/auth/password_reset',
    operationId: 'requestPasswordReset',
    summary: 'Ask for a mail by which a forgotten password is replaced',
    description:
      'Answers the same whether or not anybody logs in by the email, so that nobody learns who does. The link of the mail is good for 30 minutes, once.',
    token: 'none',
    body: z
      .object({ email: emailField })
      .meta({ id: 'PasswordResetRequest', description: 'Whose password is forgotten.' }),
    replies: {
      200: z.object({ message: z.string().describe('What was done, for people.') }).meta({
        id: 'PasswordResetRequested',
        description: 'That a mail is on its way, if it goes to anybody.',
      }),
    },
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
    description:
      'Replaces the password and ends all sessions of the user; the second factor, where they have one, stays. `400` `invalid_grant` for a token that is used, has expired or was never sent.',
    token: 'none',
    isCostly: true,
    timeoutMs: REVOKING_TIMEOUT_MS + 5_000,
    body: z
      .object({ token: tokenField, password: passwordField(rules) })
      .meta({ id: 'PasswordReset', description: 'A new password, and the token of a mail.' }),
    replies: {
      200: z
        .object({
          message: z.string().describe('What was done, for people.'),
          user_id: idOf('user', 'User whose password it is'),
          email: z.string().describe('By which they log in.'),
        })
        .meta({ id: 'PasswordChanged', description: 'That a password was replaced.' }),
    },
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
