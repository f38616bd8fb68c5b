import { confirmationPurposes } from '@florin/contracts';
import { defineRoute, type Route } from '@florin/http-api';
import { z } from 'zod';
import { tokenField } from '../confirmations/fields.ts';
import { requestVerification } from '../confirmations/request.ts';
import type { Deps } from '../deps.ts';
import { REVOKING_TIMEOUT_MS, userOf } from '../requests.ts';
import { languageOf } from '../texts/language.ts';
import { confirmByCode, confirmByToken } from './confirm.ts';

const codeField = z
  .string({ error: 'must be a string of six digits' })
  .regex(/^\d{6}$/, {
    error: 'must be a string of six digits',
  })
  .meta({ description: 'Six-digit code from a mail.', examples: ['123456'] });

/** Routes in the order of the OpenAPI document. */
export const emailConfirmationRoutes = (deps: Deps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v1/auth/verify_email',
    operationId: 'verifyEmail',
    summary: 'Confirm a mail',
    description:
      "Confirms a mail by the `token` of its link, without a login, or by its six-digit code with the recipient's access token. The requested change is made, unless another mailbox must confirm first. `400` `invalid_grant` if the token is unknown, was already used or has expired.",
    token: 'optional',
    timeoutMs: REVOKING_TIMEOUT_MS,
    allowsReadOnly: true,
    body: z
      .object({ token: tokenField.optional(), code: codeField.optional() })
      .refine(({ token, code }) => (token === undefined) !== (code === undefined), {
        error: 'send either token or code',
      })
      .meta({ id: 'EmailVerification', description: 'Token or code of a mail.' }),
    replies: {
      200: z
        .object({
          message: z.string().describe('Human-readable result.'),
          purpose: z.enum(confirmationPurposes).describe('Action that the mail asked for.'),
          email: z.string().describe('Address that the mail was sent to.'),
          done: z.boolean().meta({
            description: 'False while another mailbox must still confirm the change.',
          }),
        })
        .meta({ id: 'EmailConfirmed', description: 'Result of a confirmation.' }),
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
            ? 'the change is made'
            : 'confirmed; the change is made once the mail to the other address is confirmed too',
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
    summary: 'Resend the verification mail',
    description:
      'For users who have not verified their email yet. `409` if it is already verified.',
    token: 'session',
    allowsReadOnly: true,
    body: z.object({}),
    isBodyOptional: true,
    replies: {
      200: z
        .object({
          message: z.string().describe('Human-readable result.'),
          email: z.string().describe('Address that the mail is sent to.'),
        })
        .meta({ id: 'VerificationSent', description: 'A requested mail.' }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'conflict'],
    async handle({ caller, requestId, acceptLanguage }) {
      const language = languageOf(acceptLanguage);
      const email = await requestVerification(deps, {
        ...{ userId: userOf(caller), language, requestId },
      });
      return { status: 200, body: { message: 'the mail is being sent', email } };
    },
  }),
];
