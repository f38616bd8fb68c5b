import { Secret, TOTP } from 'otpauth';
import type { Factor } from '../../domain/factor.ts';

const PERIOD_S = 30;
const DIGITS = 6;
/** Accepted steps before and after the current one, since clocks differ and people type slowly. */
const WINDOW = 1;

const totpOf = (secret: Buffer, label = '') =>
  new TOTP({
    issuer: 'Florin',
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_S,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });

/** Base 32 (RFC 4648), for typing the secret into an authenticator. */
export function toText(secret: Buffer): string {
  return totpOf(secret).secret.base32;
}

/** Content of the QR code (`otpauth:` URL). */
export function toUrl(secret: Buffer, label: string): string {
  return totpOf(secret, label).toString();
}

/** Time step of a correct, unused code; undefined for any other code. */
export function stepOf(
  { secret, lastStep }: Pick<Factor, 'secret' | 'lastStep'>,
  code: string,
  now: Date,
): bigint | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return undefined;
  const step = BigInt(Math.floor(timestamp / 1_000 / PERIOD_S) + delta);
  return step > lastStep ? step : undefined;
}
