import type { Uuid } from '@florin/contracts';
import type { LoginFailures } from '../login/decide.ts';

/** An authenticator that counts codes from a secret and the time (TOTP, RFC 6238). */
export interface Factor {
  readonly id: Uuid;
  readonly userId: Uuid;
  readonly secret: Buffer;
  /** Of the last code that was right: none is taken twice. */
  readonly lastStep: bigint;
  /** Of authenticators. */
  readonly wrongCodes: number;
  readonly wrongSince: Date | null;
  readonly createdAt: Date;
  /** Null until a first code has shown that the authenticator has it. */
  readonly confirmedAt: Date | null;
}

/** What authenticators take without asking (RFC 4226 section 4: 160 bits). */
export const SECRET_BYTES = 20;
/** Wrong codes of authenticators from anywhere: more than one client may send, or it would lock the person out. */
const WRONG_MAX = 10;
/** Wrong codes of one kind from one client. */
const CLIENT_WRONG_MAX = 5;
/** For how long no code is checked after too many wrong ones. */
const WRONG_MS = 15 * 60_000;

/** How long no code of an authenticator is checked, in seconds; 0 where one may be tried. */
export function waitSeconds(
  { wrongCodes, wrongSince }: Pick<Factor, 'wrongCodes' | 'wrongSince'>,
  now: Date,
): number {
  if (wrongCodes < WRONG_MAX || wrongSince === null) return 0;
  return secondsUntilChecked(wrongSince, now);
}

/** The same of one client, and one kind of code. */
export function clientWaitSeconds(earlier: LoginFailures | undefined, now: Date): number {
  if (!earlier || earlier.failures < CLIENT_WRONG_MAX) return 0;
  return secondsUntilChecked(earlier.lastAt, now);
}

function secondsUntilChecked(since: Date, now: Date): number {
  return Math.max(0, Math.ceil((since.getTime() + WRONG_MS - now.getTime()) / 1_000));
}

/** After one more code of an authenticator that was wrong. */
export function afterWrong(factor: Factor, now: Date): Factor {
  const isOver =
    factor.wrongSince === null || factor.wrongSince.getTime() + WRONG_MS <= now.getTime();
  return isOver
    ? { ...factor, wrongCodes: 1, wrongSince: now }
    : { ...factor, wrongCodes: factor.wrongCodes + 1 };
}
