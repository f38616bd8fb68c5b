import { createHash } from 'node:crypto';
import { AppError, networkOf } from '@florin/contracts';
import pLimit, { type LimitFunction } from 'p-limit';
import type { LoginThrottle } from '../../deps.ts';
import { afterFailure, mayTryAtOnce, retryAfterSeconds } from '../../domain/login-failures.ts';
import type { Db } from '../../schema.ts';
import { deleteFailures, findFailures, lockFailures, saveFailures } from './queries.ts';

/**
 * Concurrent attempts per key. Equals the free failures, so parallelism gives no extra attempts.
 */
const CONCURRENT_MAX = 5;
const WAITING_MAX = 40;

/** Used with FLORIN_RATE_LIMITS=off. */
export const noThrottle: LoginThrottle = (_key, attempt) => attempt();

/** Hash of identifier and client network; neither is stored. */
export function throttleKeyOf(identifier: string, address: string | undefined): Buffer {
  const from = networkOf(address ?? '');
  return createHash('sha256').update(`${identifier.trim().toLowerCase()}\0${from}`).digest();
}

/**
 * Limits password guessing per identifier and network, across all processes.
 * @throws AppError rate_limited, with Retry-After, while attempts must wait; the same for known and
 * unknown identifiers, correct and wrong passwords.
 */
export function makeLoginThrottle(db: Db, now: () => Date): LoginThrottle {
  const limits = new Map<string, LimitFunction>();

  async function tryOnce<Result>(key: Buffer, attempt: () => Promise<Result | undefined>) {
    const earlier = await findFailures(db, key);
    const isFree = mayTryAtOnce(earlier);
    // Counted before the attempt: of concurrent attempts at the end of a wait only one proceeds.
    if (!isFree) await countFailure(key, { refusesHaste: true });
    const result = await attempt();
    if (result !== undefined && earlier) await deleteFailures(db, key);
    if (result === undefined && isFree) await countFailure(key, { refusesHaste: false });
    return result;
  }

  function countFailure(key: Buffer, { refusesHaste }: { refusesHaste: boolean }): Promise<void> {
    return db.transaction().execute(async (tx) => {
      const earlier = await lockFailures(tx, key);
      const waitS = retryAfterSeconds(earlier, now());
      if (refusesHaste && waitS > 0) throw tooManyFailures(waitS);
      await saveFailures(tx, key, afterFailure(earlier, now()));
    });
  }

  return async (key, attempt) => {
    const name = key.toString('base64');
    const limit = limits.get(name) ?? pLimit(CONCURRENT_MAX);
    if (limit.pendingCount >= WAITING_MAX)
      throw new AppError('rate_limited', 'too many concurrent logins of one user; wait 1 s', {
        headers: { 'Retry-After': '1' },
      });
    limits.set(name, limit);
    try {
      return await limit(() => tryOnce(key, attempt));
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(name);
    }
  };
}

function tooManyFailures(waitS: number): AppError {
  return new AppError(
    'rate_limited',
    `too many failed logins of this user from this network; wait ${waitS} s, or log in from another network`,
    { headers: { 'Retry-After': String(waitS) } },
  );
}
