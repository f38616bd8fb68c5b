import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** A TOTP code, of a later step if needed, since each code works once. */
export function codeOf(secret: string, stepsLater = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + stepsLater * STEP_MS });
}
