import { createHash, randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';

/** For a lost authenticator; each code can be used once. */
const CODES = 10;
/** 80 random bits cannot be guessed, so the hash needs no salt. */
const BYTES = 10;

/** In groups that are easy to copy: `abcd-efgh-ijkl-mnop`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(BYTES)).buffer }).base32;
    return (text.toLowerCase().match(/.{4}/g) ?? []).join('-');
  });
}

/** The only stored form of a code, regardless of case and separators. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
  return createHash('sha256').update(plain).digest();
}
