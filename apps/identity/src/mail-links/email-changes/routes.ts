import { defineRoute, emailField, type Route } from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { userOf } from '../../requests.ts';
import { languageOf } from '../../texts/language.ts';
import { requestEmailChange } from './request.ts';

export const emailChangeRoute = (deps: Deps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/email',
    operationId: 'changeEmail',
    summary: 'Request a change of your email',
    description:
      'Nothing changes yet: a mail is sent to the new address and, if your current one is verified, to that one too. The change is made once all mails are confirmed.',
    token: 'session',
    isCostly: true,
    allowsReadOnly: true,
    body: z
      .object({
        email: emailField,
        password: z
          .string({ error: 'must be a string' })
          .min(1, 'must not be empty')
          .describe('Your current password.'),
      })
      .meta({ id: 'EmailChange', description: 'A new login email.' }),
    replies: {
      200: z
        .object({
          message: z.string().describe('Human-readable result.'),
          email: z.string().describe('The new address, as stored.'),
        })
        .meta({
          id: 'EmailChangeRequested',
          description: 'A requested email change.',
        }),
    },
    errors: ['invalid_request', 'unauthorized', 'invalid_credentials', 'forbidden'],
    async handle({ body, caller, requestId, address, acceptLanguage }) {
      const { email, password } = body;
      await requestEmailChange(deps, {
        ...{ userId: userOf(caller), email, password, requestId, address },
        language: languageOf(acceptLanguage),
      });
      return {
        status: 200,
        body: {
          message:
            'a mail was sent to the new address, and to your current one if it is verified; the change is made once all mails are confirmed',
          email,
        },
      };
    },
  });
