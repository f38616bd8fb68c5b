import { AppError } from '@florin/contracts';
import { defineRoute } from '@florin/http-api';
import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import { credentialField } from './credential-field.ts';
import { tokenReplyHeaders, tokenReplySchema, toTokenReply } from './token-reply.ts';

export const refreshSessionRoute = ({ refreshSession }: Operations) =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/refresh',
    summary: 'Exchange a refresh token for new tokens',
    token: 'refresh',
    body: z.object({ refresh_token: credentialField }),
    replies: { 200: tokenReplySchema },
    errors: ['invalid_request', 'invalid_grant', 'unauthorized'],
    otherErrors: { 403: ['unauthorized'] },
    async handle({ body, authorization, requestId }) {
      const refreshToken = bearerOf(authorization);
      if (refreshToken !== body.refresh_token)
        throw new AppError(
          'invalid_request',
          'refresh_token: must be the token of the Authorization header',
        );
      const tokens = await refreshSession({ refreshToken, requestId });
      return { status: 200, headers: tokenReplyHeaders, body: toTokenReply(tokens) };
    },
  });

/** The token of `Bearer <token>` (RFC 6750 section 2.1), the scheme in any case. */
function bearerOf(authorization: string | undefined): string {
  const [, token] = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization?.trim() ?? '') ?? [];
  if (token === undefined)
    throw new AppError('unauthorized', 'send Authorization: Bearer <refresh token>');
  return token;
}
