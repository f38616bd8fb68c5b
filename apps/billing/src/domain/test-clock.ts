import {
  isLive,
  type TestClockResource,
  toInstant,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { toNullableText } from './instants.ts';

/** A clock counts as open until all of its subscriptions have ended. */
export const OPEN_CLOCKS_MAX = 20;

/** A clock that only moves when it is advanced. Instants are milliseconds since 1970. */
export interface TestClock {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly nowMs: number;
  /** Target of the current advance; null while it stands still. */
  readonly targetMs: number | null;
  /** The current advance, which another process may have taken over. */
  readonly advanceId: Uuid | null;
  /** In real time. */
  readonly createdAt: number;
}

export function toTestClockResource(clock: TestClock): TestClockResource {
  return {
    id: toPublicId('testClock', clock.id),
    object: 'test_clock',
    livemode: isLive(clock.accountId),
    account_id: toPublicId('account', clock.accountId),
    frozen_time: toInstant(clock.nowMs),
    status: clock.targetMs === null ? 'ready' : 'advancing',
    advancing_to: toNullableText(clock.targetMs),
    created_at: toInstant(clock.createdAt),
  };
}
