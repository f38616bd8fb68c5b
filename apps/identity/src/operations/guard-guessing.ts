import { createHash } from 'node:crypto';
import { AppError, networkOf } from '@florin/contracts';
import type { Kysely } from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';
import { afterFailure, mayTryFreely, secondsToWait } from '../domain/guessing.ts';
import {
  deleteGuessing,
  findGuessing,
  lockGuessing,
  saveGuessing,
} from '../store/failed-logins.ts';
import type { IdentityTables } from '../store/schema.ts';

/** Tries at a time for one pair: as many as are free, so that haste gives no further ones. */
const AT_ONCE = 5;
const WAITING_MAX = 40;

/** Makes one try; undefined means that it failed. */
export type GuardGuessing = <Result>(
  pair: Buffer,
  attempt: () => Promise<Result | undefined>,
) => Promise<Result | undefined>;

/** Lets everybody try. */
export const unguarded: GuardGuessing = (_pair, attempt) => attempt();

/** Who tries, as 32 bytes: neither identifiers nor addresses are kept. */
export function pairOf(identifier: string, address: string | undefined): Buffer {
  const from = networkOf(address ?? '');
  return createHash('sha256').update(`${identifier.trim().toLowerCase()}\0${from}`).digest();
}

/**
 * Lets nobody guess fast, per pair of identifier and address, in however many processes.
 * @throws AppError rate_limited, with Retry-After, while nobody may try from there; it is the same
 *   whether the identifier is known or not, and the password right or wrong.
 */
export function makeGuardGuessing(db: Kysely<IdentityTables>, now: () => Date): GuardGuessing {
  const lanes = new Map<string, LimitFunction>();

  async function tryOnce<Result>(pair: Buffer, attempt: () => Promise<Result | undefined>) {
    const before = await findGuessing(db, pair);
    const isFree = mayTryFreely(before);
    // Counted before it is made: of those that come together when the wait is over one may try.
    if (!isFree) await countFailure(pair, { refusesHaste: true });
    const result = await attempt();
    if (result !== undefined && before) await deleteGuessing(db, pair);
    if (result === undefined && isFree) await countFailure(pair, { refusesHaste: false });
    return result;
  }

  function countFailure(pair: Buffer, { refusesHaste }: { refusesHaste: boolean }): Promise<void> {
    return db.transaction().execute(async (tx) => {
      const guessing = await lockGuessing(tx, pair);
      const waitS = secondsToWait(guessing, now());
      if (refusesHaste && waitS > 0) throw tooMany(waitS);
      await saveGuessing(tx, pair, afterFailure(guessing, now()));
    });
  }

  return async (pair, attempt) => {
    const name = pair.toString('base64');
    const lane = lanes.get(name) ?? pLimit(AT_ONCE);
    if (lane.pendingCount >= WAITING_MAX)
      throw new AppError('rate_limited', 'too many logins of one user at once: wait 1 s', {
        headers: { 'Retry-After': '1' },
      });
    lanes.set(name, lane);
    try {
      return await lane(() => tryOnce(pair, attempt));
    } finally {
      if (lane.activeCount + lane.pendingCount === 0) lanes.delete(name);
    }
  };
}

function tooMany(waitS: number): AppError {
  return new AppError(
    'rate_limited',
    `too many failed logins of this user from here: wait ${waitS} s before the next, or log in from elsewhere`,
    { headers: { 'Retry-After': String(waitS) } },
  );
}
