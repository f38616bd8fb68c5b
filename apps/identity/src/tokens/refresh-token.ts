import { createHash, randomBytes } from 'node:crypto';

/** 256 bits of chance: nothing to guess, and nothing to salt when it is hashed. */
const TOKEN_BYTES = 32;

export function makeRefreshToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** All that is stored of a refresh token. */
export function hashRefreshToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
