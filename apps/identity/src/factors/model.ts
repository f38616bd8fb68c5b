import type { Uuid } from '@florin/contracts';

/** An authenticator that counts codes from a secret and the time (TOTP, RFC 6238). */
export interface Factor {
  readonly id: Uuid;
  readonly userId: Uuid;
  readonly secret: Buffer;
  /** Of the last code that was right: none is taken twice. */
  readonly lastStep: bigint;
  readonly wrongCodes: number;
  readonly wrongSince: Date | null;
  readonly createdAt: Date;
  /** Null until a first code has shown that the authenticator has it. */
  readonly confirmedAt: Date | null;
}

/** What authenticators take without asking (RFC 4226 section 4: 160 bits). */
export const SECRET_BYTES = 20;
/** Guesses one after the other, and for how long none is looked at after them. */
const WRONG_MAX = 5;
const WRONG_MS = 15 * 60_000;

/** How long nothing is looked at, in seconds; 0 where a code may be tried. */
export function waitSeconds(
  { wrongCodes, wrongSince }: Pick<Factor, 'wrongCodes' | 'wrongSince'>,
  now: Date,
): number {
  if (wrongCodes < WRONG_MAX || wrongSince === null) return 0;
  return Math.max(0, Math.ceil((wrongSince.getTime() + WRONG_MS - now.getTime()) / 1_000));
}

/** After one more code that was wrong. */
export function afterWrong(factor: Factor, now: Date): Factor {
  const isOver =
    factor.wrongSince === null || factor.wrongSince.getTime() + WRONG_MS <= now.getTime();
  return isOver
    ? { ...factor, wrongCodes: 1, wrongSince: now }
    : { ...factor, wrongCodes: factor.wrongCodes + 1 };
}
