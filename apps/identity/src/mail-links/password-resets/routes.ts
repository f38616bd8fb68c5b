import { toPublicId } from '@florin/contracts';
import { idOf } from '@florin/contracts/members';
import { defineRoute, emailField, passwordField, type Route } from '@florin/http-api';
import { z } from 'zod';
import { tokenField } from '../../confirmations/fields.ts';
import type { Deps } from '../../deps.ts';
import { REVOKING_TIMEOUT_MS, type Rules } from '../../requests.ts';
import { languageOf } from '../../texts/language.ts';
import { resetPassword } from './confirm.ts';
import { requestPasswordReset } from './request.ts';

/** Routes in the order of the OpenAPI document. */
export const passwordResetRoutes = (deps: Deps, rules: Rules): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v1/auth/password_reset',
    operationId: 'requestPasswordReset',
    summary: 'Request a password reset',
    description:
      'The response is the same whether or not a login has this email, so that logins cannot be discovered. The link in the mail is valid once, for 30 minutes.',
    token: 'none',
    body: z
      .object({ email: emailField })
      .meta({ id: 'PasswordResetRequest', description: 'Email of the login.' }),
    replies: {
      200: z.object({ message: z.string().describe('Human-readable result.') }).meta({
        id: 'PasswordResetRequested',
        description: 'A requested password reset.',
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
            'if a login has this email, a mail was sent to it; its link is valid for 30 minutes',
        },
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/auth/password_reset/confirm',
    operationId: 'confirmPasswordReset',
    summary: 'Reset a password',
    description:
      'Sets a new password and ends all sessions of the user. A second factor stays active. `400` `invalid_grant` if the token is unknown, was already used or has expired.',
    token: 'none',
    isCostly: true,
    timeoutMs: REVOKING_TIMEOUT_MS + 5_000,
    body: z
      .object({ token: tokenField, password: passwordField(rules) })
      .meta({ id: 'PasswordReset', description: 'A new password, and the token of a mail.' }),
    replies: {
      200: z
        .object({
          message: z.string().describe('Human-readable result.'),
          user_id: idOf('user', 'User whose password was reset'),
          email: z.string().describe('Email of the login.'),
        })
        .meta({ id: 'PasswordChanged', description: 'A reset password.' }),
    },
    errors: ['invalid_request', 'invalid_grant'],
    async handle({ body, requestId, address }) {
      const { userId, email } = await resetPassword(deps, { ...body, requestId, address });
      return {
        status: 200,
        body: {
          message: 'the password is changed and all sessions have ended; log in',
          user_id: toPublicId('user', userId),
          email,
        },
      };
    },
  }),
];
