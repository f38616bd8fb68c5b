import { createHash, randomBytes } from 'node:crypto';

/** 256 bits of chance: nothing to guess, and nothing to salt when it is hashed. */
const SECRET_BYTES = 32;
const MARK = 'sk_live_';
/** Characters of the secret that are shown for good, to tell keys apart. */
const SHOWN_CHARACTERS = 4;

export function makeApiKeySecret(): string {
  return MARK + randomBytes(SECRET_BYTES).toString('base64url');
}

export function prefixOfSecret(secret: string): string {
  return secret.slice(0, MARK.length + SHOWN_CHARACTERS);
}

/** All that is stored of a secret, beside its prefix. */
export function hashApiKeySecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
