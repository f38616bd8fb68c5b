import { Secret, TOTP } from 'otpauth';
import type { Factor } from './model.ts';

const PERIOD_S = 30;
const DIGITS = 6;
/** Steps before and after the present one: clocks differ, and people type slowly. */
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

/** In the letters that people can type into an authenticator (base 32, RFC 4648). */
export function toText(secret: Buffer): string {
  return totpOf(secret).secret.base32;
}

/** What an authenticator reads from a QR code. */
export function toUrl(secret: Buffer, label: string): string {
  return totpOf(secret, label).toString();
}

/** The step of a code that is right and was not used yet; undefined for every other one. */
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
