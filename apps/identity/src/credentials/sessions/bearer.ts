import { AppError } from '@florin/contracts';

/** The token of `Bearer <token>` (RFC 6750 section 2.1); the scheme is case-insensitive. */
export function bearerOf(authorization: string | undefined): string {
  const [, token] = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization?.trim() ?? '') ?? [];
  if (token === undefined)
    throw new AppError('unauthorized', 'send Authorization: Bearer <refresh token>');
  return token;
}
