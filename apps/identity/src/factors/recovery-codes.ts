import { createHash, randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';

/** For when the authenticator is lost; each is good once. */
const CODES = 10;
/** 80 bits: nobody guesses one, so that its hash needs no salt. */
const BYTES = 10;

/** In groups that people can copy: `abcd-efgh-ijkl-mnop`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(BYTES)).buffer }).base32;
    return (text.toLowerCase().match(/.{4}/g) ?? []).join('-');
  });
}

/** All that is stored of a code; however it is typed. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
  return createHash('sha256').update(plain).digest();
}
