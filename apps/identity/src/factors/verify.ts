import { AppError, type Uuid } from '@florin/contracts';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../schema.ts';
import { afterWrong, type Factor, waitSeconds } from './model.ts';
import { lockFactor, saveFactor, useRecoveryCode } from './queries.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

const CODE = /^\s*(\d{3})\s?(\d{3})\s*$/;

/**
 * Checks a code of somebody's second factor, once: of an authenticator, or a recovery code. What it
 * costs to have tried is stored whatever comes of it.
 * @throws AppError rate_limited after five wrong ones, for a quarter of an hour; from anywhere, unlike
 *   passwords: whoever tries knows the password already.
 */
export async function verifyCode(
  { db, now, limitsGuessing }: Pick<Deps, 'db' | 'now' | 'limitsGuessing'>,
  userId: Uuid,
  code: string,
): Promise<boolean> {
  const at = now();
  const waitS = await db.transaction().execute(async (tx) => {
    const factor = await lockFactor(tx, userId);
    if (!factor) return 'wrong';
    const wait = limitsGuessing ? waitSeconds(factor, at) : 0;
    if (wait > 0) return wait;
    const used = await use(tx, factor, code, at);
    await saveFactor(tx, used ?? afterWrong(factor, at));
    return used ? 'right' : 'wrong';
  });
  if (typeof waitS === 'string') return waitS === 'right';
  throw new AppError('rate_limited', `too many wrong codes: wait ${waitS} s before the next one`, {
    headers: { 'Retry-After': String(waitS) },
  });
}

/** The factor after a code that is right; undefined for a wrong one. */
async function use(tx: Tx, factor: Factor, code: string, now: Date): Promise<Factor | undefined> {
  const forgiven = { ...factor, wrongCodes: 0, wrongSince: null };
  const [, left, right] = CODE.exec(code) ?? [];
  if (left !== undefined && right !== undefined) {
    const lastStep = stepOf(factor, left + right, now);
    return lastStep === undefined ? undefined : { ...forgiven, lastStep };
  }
  const isUsed = await useRecoveryCode(tx, factor.userId, hashRecoveryCode(code), now);
  return isUsed ? forgiven : undefined;
}

/** @throws AppError invalid_grant for a wrong code. */
export async function assertCode(
  deps: Pick<Deps, 'db' | 'now' | 'limitsGuessing'> & { readonly db: Db },
  userId: Uuid,
  code: string,
): Promise<void> {
  if (!(await verifyCode(deps, userId, code)))
    throw new AppError(
      'invalid_grant',
      'this code is not right, or was used already: wait for the next one of your authenticator',
    );
}
