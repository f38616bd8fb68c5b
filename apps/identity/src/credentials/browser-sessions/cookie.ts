import type { Tokens } from '../sessions/tokens.ts';

/** Idle lifetime of a refresh token. */
const MAX_AGE_S = 7 * 86_400;

/**
 * Session cookie (RFC 6265bis: `HttpOnly`, `SameSite`), which the gateway accepts in place of
 * tokens. Over TLS its name prefix keeps other hosts of the domain from setting it.
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
