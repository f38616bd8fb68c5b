import type { Uuid } from '@florin/contracts';
import type { LoginFailures } from './login-failures.ts';

/** An authenticator app with time-based codes (TOTP, RFC 6238). */
export interface Factor {
  readonly id: Uuid;
  readonly userId: Uuid;
  readonly secret: Buffer;
  /** Time step of the last accepted code; a step is accepted once. */
  readonly lastStep: bigint;
  /** Wrong authenticator codes. */
  readonly wrongCodes: number;
  readonly wrongSince: Date | null;
  readonly createdAt: Date;
  /** Null until a first correct code confirms the authenticator. */
  readonly confirmedAt: Date | null;
}

/** Secret size that authenticators support (RFC 4226 section 4: 160 bits). */
export const SECRET_BYTES = 20;
/**
 * Wrong authenticator codes from anywhere. Above the limit of one client, so that no client locks
 * the user out.
 */
const WRONG_MAX = 10;
/** Wrong codes of one kind from one client. */
const CLIENT_WRONG_MAX = 5;
/** How long codes are refused after too many wrong ones. */
const WRONG_MS = 15 * 60_000;

/** Seconds until an authenticator code is checked again; 0 if one may be tried now. */
export function waitSeconds(
  { wrongCodes, wrongSince }: Pick<Factor, 'wrongCodes' | 'wrongSince'>,
  now: Date,
): number {
  if (wrongCodes < WRONG_MAX || wrongSince === null) return 0;
  return secondsUntilChecked(wrongSince, now);
}

/** Seconds until a code of one kind is checked again for one client. */
export function clientWaitSeconds(earlier: LoginFailures | undefined, now: Date): number {
  if (!earlier || earlier.failures < CLIENT_WRONG_MAX) return 0;
  return secondsUntilChecked(earlier.lastAt, now);
}

function secondsUntilChecked(since: Date, now: Date): number {
  return Math.max(0, Math.ceil((since.getTime() + WRONG_MS - now.getTime()) / 1_000));
}

/** The factor after one more wrong authenticator code. */
export function afterWrong(factor: Factor, now: Date): Factor {
  const isOver =
    factor.wrongSince === null || factor.wrongSince.getTime() + WRONG_MS <= now.getTime();
  return isOver
    ? { ...factor, wrongCodes: 1, wrongSince: now }
    : { ...factor, wrongCodes: factor.wrongCodes + 1 };
}
