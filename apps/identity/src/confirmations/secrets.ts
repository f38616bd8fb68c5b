import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Uuid } from '@florin/contracts';

/** 256 random bits cannot be guessed, so the hash needs no salt. */
const TOKEN_BYTES = 32;
const CODE_DIGITS = 6;

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/** The only stored form of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The only stored form of a code, useless without its confirmation. */
export function hashCode(confirmationId: Uuid, code: string): Buffer {
  return createHash('sha256').update(`${confirmationId}\0${code}`).digest();
}
