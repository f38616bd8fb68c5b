import type { Caller, Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead } from '../domain/access.ts';
import { type TestClock, toTestClockResource } from '../domain/test-clock.ts';
import type { BillingTables } from '../store/schema.ts';
import { findTestClock, insertTestClock } from '../store/test-clocks.ts';

/** What is asked of test clocks, but for advancing them. */
export function makeTestClocks(db: Kysely<BillingTables>) {
  return {
    create(accountId: Uuid, nowMs: number, key: IdempotencyKey | undefined) {
      return runOnce(db, key, async (tx) => {
        const clock = await insertTestClock(tx, accountId, nowMs);
        return { status: 201, body: toTestClockResource(clock) };
      });
    },

    /** @throws AppError not_found for a clock that the caller may not see. */
    async get(caller: Caller, id: Uuid | undefined): Promise<TestClock> {
      const clock = id === undefined ? undefined : await findTestClock(db, id);
      if (!clock || !canRead(caller, clock.accountId)) throw notFound('test clock');
      return clock;
    },
  };
}

export type TestClocks = ReturnType<typeof makeTestClocks>;
