import { z } from 'zod';
import type { Tokens } from '../operations/give-tokens.ts';

/** What login and refresh have in common. */
export const tokenReplySchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().meta({ description: 'Lifetime of the access token in seconds.' }),
});

/** RFC 6749 section 5.1: tokens stay out of every cache. */
export const tokenReplyHeaders = { 'Cache-Control': 'no-store' };

export function toTokenReply(tokens: Tokens): z.output<typeof tokenReplySchema> {
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_type: 'Bearer',
    expires_in: tokens.expiresInSeconds,
  };
}
