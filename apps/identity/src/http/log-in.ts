import { toPublicId } from '@florin/contracts';
import { defineRoute } from '@florin/http-api';
import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import { credentialField } from './credential-field.ts';
import { tokenReplyHeaders, tokenReplySchema, toTokenReply } from './token-reply.ts';

export const logInRoute = ({ logIn }: Operations) =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/login',
    summary: 'Log in with an email or username and a password',
    token: 'none',
    isCostly: true,
    body: z.object({
      email: credentialField.meta({ description: 'Email or username.' }),
      password: credentialField,
    }),
    replies: {
      200: tokenReplySchema.extend({
        session_id: z.string(),
        user: z.object({ id: z.string(), email: z.string(), name: z.string().nullable() }),
      }),
    },
    errors: ['invalid_request', 'invalid_credentials', 'unauthorized'],
    async handle({ body, requestId, address }) {
      const { email: identifier, password } = body;
      const { user, sessionId, ...tokens } = await logIn({
        identifier,
        password,
        requestId,
        address,
      });
      return {
        status: 200,
        headers: tokenReplyHeaders,
        body: {
          ...toTokenReply(tokens),
          session_id: toPublicId('session', sessionId),
          user: { id: toPublicId('user', user.id), email: user.email, name: user.name },
        },
      };
    },
  });
