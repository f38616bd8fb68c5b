import { AppError, type Uuid } from '@florin/contracts';
import type { Deps } from '../../deps.ts';
import { afterWrong, clientWaitSeconds, type Factor, waitSeconds } from '../../domain/factor.ts';
import { afterFailure } from '../../domain/login-failures.ts';
import type { Tx } from '../../schema.ts';
import { deleteFailures, lockFailures, saveFailures } from '../login/queries.ts';
import { throttleKeyOf } from '../login/throttle.ts';
import { lockFactor, saveFactor, useRecoveryCode } from './queries.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

const CODE = /^\s*(\d{3})\s?(\d{3})\s*$/;

export interface ShownCode {
  readonly code: string;
  /** Client address. */
  readonly address: string | undefined;
}

/** `repeat` is the same wrong code again, which is not counted. */
type Verdict = 'right' | 'wrong' | 'repeat';

type Clocked = Pick<Deps, 'db' | 'now' | 'limitsGuessing'>;

/**
 * Verifies an authenticator or recovery code, usable once. Wrong codes count even if the request
 * fails: per client and kind, and for authenticators also in total.
 * @throws AppError rate_limited after too many wrong codes.
 */
export async function verifyCode(
  { db, now, limitsGuessing }: Clocked,
  userId: Uuid,
  { code, address }: ShownCode,
): Promise<boolean> {
  const at = now();
  const outcome = await db.transaction().execute(async (tx) => {
    const factor = await lockFactor(tx, userId);
    if (!factor) return 'wrong';
    const digits = digitsOf(code);
    const kind = digits === undefined ? 'recovery' : 'authenticator';
    const client = throttleKeyOf(`${kind} code of ${userId}`, address);
    const earlier = await lockFailures(tx, client);
    const ofFactor = digits === undefined ? 0 : waitSeconds(factor, at);
    const waitS = Math.max(ofFactor, clientWaitSeconds(earlier, at));
    if (limitsGuessing && waitS > 0) return waitS;
    const verdict =
      digits === undefined
        ? await tryRecoveryCode(tx, factor, code, at)
        : await tryDigits(tx, factor, digits, at);
    if (verdict === 'right') await deleteFailures(tx, client);
    if (verdict === 'wrong') await saveFailures(tx, client, afterFailure(earlier, at));
    return verdict;
  });
  if (typeof outcome === 'string') return outcome === 'right';
  throw new AppError(
    'rate_limited',
    `too many wrong codes; wait ${outcome} s, or use the other type of code (authenticator, recovery code)`,
    { headers: { 'Retry-After': String(outcome) } },
  );
}

/** The six digits of an authenticator code; undefined for a possible recovery code. */
function digitsOf(code: string): string | undefined {
  const [, left, right] = CODE.exec(code) ?? [];
  return left === undefined || right === undefined ? undefined : left + right;
}

async function tryDigits(tx: Tx, factor: Factor, digits: string, now: Date): Promise<Verdict> {
  const lastStep = stepOf(factor, digits, now);
  const isRight = lastStep !== undefined;
  const forgiven = { ...factor, wrongCodes: 0, wrongSince: null };
  await saveFactor(tx, isRight ? { ...forgiven, lastStep } : afterWrong(factor, now));
  return isRight ? 'right' : 'wrong';
}

/** A recovery code has 80 bits, so guesses are harmless and count only against their client. */
async function tryRecoveryCode(tx: Tx, factor: Factor, code: string, now: Date): Promise<Verdict> {
  switch (await useRecoveryCode(tx, factor.userId, hashRecoveryCode(code), now)) {
    case 'used':
      return 'right';
    case 'repeated':
      return 'repeat';
    case 'replayed':
    case 'unknown':
      return 'wrong';
  }
}

/** @throws AppError invalid_grant for a wrong code. */
export async function assertCode(deps: Clocked, userId: Uuid, shown: ShownCode): Promise<void> {
  if (!(await verifyCode(deps, userId, shown)))
    throw new AppError(
      'invalid_grant',
      'this code is wrong or was already used; wait for the next code of your authenticator',
    );
}
