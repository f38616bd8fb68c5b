import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** What an authenticator shows; of so many steps later, since a code is good once. */
export function codeOf(secret: string, stepsLater = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + stepsLater * STEP_MS });
}
