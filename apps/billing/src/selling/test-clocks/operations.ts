import { AppError, type Caller, isLive, type Reply, refuse, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead } from '../../accounts/access.ts';
import { OPEN_CLOCKS_MAX, type TestClock, toTestClockResource } from '../../domain/test-clock.ts';
import { checkCursor, type ListQuery, toList, toPageRequest } from '../../lists.ts';
import type { BillingTables } from '../../schema.ts';
import { countOpenClocks, findTestClock, insertTestClock, selectTestClocks } from './queries.ts';

export interface TestClocksDeps {
  readonly db: Kysely<BillingTables>;
}

const TOO_MANY = `an account can have at most ${OPEN_CLOCKS_MAX} open test clocks; use one without subscriptions, or cancel the subscriptions of one`;

export function createTestClock(
  { db }: TestClocksDeps,
  accountId: Uuid,
  nowMs: number,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  if (isLive(accountId))
    throw new AppError(
      'invalid_request',
      'only test accounts have test clocks; this account is live and uses real time',
    );
  return runOnce(db, key, async (tx) => {
    if ((await countOpenClocks(tx, accountId, OPEN_CLOCKS_MAX)) >= OPEN_CLOCKS_MAX)
      return refuse('conflict', TOO_MANY);
    const clock = await insertTestClock(tx, accountId, nowMs);
    return { status: 201, body: toTestClockResource(clock) };
  });
}

/** @throws AppError not_found for a clock that the caller may not read. */
export async function getVisibleTestClock(
  { db }: TestClocksDeps,
  caller: Caller,
  id: Uuid | undefined,
): Promise<TestClock> {
  const clock = id === undefined ? undefined : await findTestClock(db, id);
  if (!clock || !canRead(caller, clock.accountId)) throw notFound('test clock');
  return clock;
}

/** A page of the test clocks that the caller may read, newest first. */
export async function listTestClocks(deps: TestClocksDeps, caller: Caller, query: ListQuery) {
  await checkCursor(query, (id) => getVisibleTestClock(deps, caller, id));
  const rows = await selectTestClocks(deps.db, toPageRequest(caller, query), query.limit + 1);
  return toList(rows, query, toTestClockResource);
}
