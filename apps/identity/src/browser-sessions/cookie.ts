import type { Tokens } from '../sessions/tokens.ts';

/** As long as a refresh token rests without being used. */
const MAX_AGE_S = 7 * 86_400;

/**
 * The cookie that a browser sends to the gateway in the place of tokens, which no script of a page can
 * read, and no page of another site can have sent (RFC 6265, `SameSite` of its revision). By TLS its
 * name keeps other hosts of the domain from setting it.
 */
export function sessionCookie(publicUrl: string, tokens: Tokens): string {
  return cookie(publicUrl, `${tokens.accessToken}~${tokens.refreshToken}`, MAX_AGE_S);
}

export function endedCookie(publicUrl: string): string {
  return cookie(publicUrl, '', 0);
}

function cookie(publicUrl: string, value: string, maxAgeS: number): string {
  const attributes = `Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`;
  return publicUrl.startsWith('https:')
    ? `__Host-florin=${value}; ${attributes}; Secure`
    : `florin=${value}; ${attributes}`;
}
