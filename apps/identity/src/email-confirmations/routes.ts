import { confirmationPurposes } from '@florin/contracts';
import { defineRoute, type Route } from '@florin/http-api';
import { z } from 'zod';
import { languageOf } from '../auth-pages/language.ts';
import type { Deps } from '../deps.ts';
import { REVOKING_TIMEOUT_MS, userOf } from '../requests.ts';
import { confirmByCode, confirmByToken } from './confirm.ts';
import { requestVerification } from './request.ts';

/** Accepts any text, since it is only compared with known tokens. */
export const tokenField = z
  .string({ error: 'must be the token of a mail' })
  .min(1, 'must be the token of a mail')
  .max(200, 'must be the token of a mail')
  .meta({ description: 'The last part of the link in a mail.' });

const codeField = z
  .string({ error: 'must be a string of six digits' })
  .regex(/^\d{6}$/, {
    error: 'must be a string of six digits',
  })
  .meta({ description: 'The six digits in a mail.', examples: ['123456'] });

/** Routes in the order of the OpenAPI document. */
export const emailConfirmationRoutes = (deps: Deps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v1/auth/verify_email',
    operationId: 'verifyEmail',
    summary:
      'Do what a mail has asked for, by the token of its link; or verify your email by its code',
    description:
      'Answers a mail: by the `token` of its link, without a login, or by its six digits with the access token of whoever it went to. What it asked for is done, unless another mailbox has to agree first. `400` `invalid_grant` for what is used, has expired or was never sent.',
    token: 'optional',
    timeoutMs: REVOKING_TIMEOUT_MS,
    allowsReadOnly: true,
    body: z
      .object({ token: tokenField.optional(), code: codeField.optional() })
      .refine(({ token, code }) => (token === undefined) !== (code === undefined), {
        error: 'send token or code, one of them',
      })
      .meta({ id: 'EmailVerification', description: 'By what a mail is answered.' }),
    replies: {
      200: z
        .object({
          message: z.string().describe('What was done, for people.'),
          purpose: z.enum(confirmationPurposes).describe('What the mail has asked for.'),
          email: z.string().describe('Address that the mail went to.'),
          done: z.boolean().meta({
            description: 'False while the other mailbox of a change has yet to agree.',
          }),
        })
        .meta({ id: 'EmailConfirmed', description: 'What has come of answering a mail.' }),
    },
    errors: ['invalid_request', 'invalid_grant', 'unauthorized', 'email_exists'],
    async handle({ body, caller, requestId }) {
      const { token, code } = body;
      const { confirmation, isDone } =
        token === undefined
          ? await confirmByCode(deps, { userId: userOf(caller), code: code ?? '', requestId })
          : await confirmByToken(deps, { token, requestId });
      return {
        status: 200,
        body: {
          message: isDone
            ? 'it is done'
            : 'agreed: it is done once the mail to the other address is answered too',
          purpose: confirmation.purpose,
          email: confirmation.email,
          done: isDone,
        },
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/auth/verify_email/send',
    operationId: 'sendVerificationEmail',
    summary: 'Send yourself another mail by which you verify your email',
    description:
      'For who has not verified their email yet, and cannot find the mail. `409` for one that is verified.',
    token: 'session',
    allowsReadOnly: true,
    body: z.object({}),
    isBodyOptional: true,
    replies: {
      200: z
        .object({
          message: z.string().describe('What was done, for people.'),
          email: z.string().describe('Address that the mail goes to.'),
        })
        .meta({ id: 'VerificationSent', description: 'That a mail is on its way.' }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'conflict'],
    async handle({ caller, requestId, acceptLanguage }) {
      const language = languageOf(acceptLanguage);
      const email = await requestVerification(deps, {
        ...{ userId: userOf(caller), language, requestId },
      });
      return { status: 200, body: { message: 'a mail is on its way', email } };
    },
  }),
];
