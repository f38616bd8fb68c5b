import { defineRoute, emailField, type Route } from '@florin/http-api';
import { z } from 'zod';
import { languageOf } from '../auth-pages/language.ts';
import type { Deps } from '../deps.ts';
import { userOf } from '../requests.ts';
import { requestEmailChange } from './request.ts';

export const emailChangeRoute = (deps: Deps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/email',
    operationId: 'changeEmail',
    summary: 'Ask for another email of your own: by mail to it, and to the one that you have',
    description:
      'Nothing changes yet: a mail goes to the new address and, where the one that you have is verified, to that one too. The change is made once all of them are answered.',
    token: 'session',
    isCostly: true,
    allowsReadOnly: true,
    body: z
      .object({
        email: emailField,
        password: z
          .string({ error: 'must be a string' })
          .min(1, 'must not be empty')
          .describe('The password that you have.'),
      })
      .meta({ id: 'EmailChange', description: 'Another email to log in by.' }),
    replies: {
      200: z
        .object({
          message: z.string().describe('What was done, for people.'),
          email: z.string().describe('The new address, as it is kept.'),
        })
        .meta({
          id: 'EmailChangeRequested',
          description: 'That mails about a new address are on their way.',
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
            'a mail is on its way to the new address, and to the one that you have if it is verified: the change is made once all of them are answered',
          email,
        },
      };
    },
  });
