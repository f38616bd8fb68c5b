import {
  isLive,
  type TestClockResource,
  toInstant,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { toNullableText } from '../instants-model.ts';

/** A clock is open until each of its subscriptions has ended. */
export const OPEN_CLOCKS_MAX = 20;

/** A clock that stands still until it is advanced. Instants are milliseconds since 1970. */
export interface TestClock {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly nowMs: number;
  /** Where it is being advanced to; null while it stands still. */
  readonly targetMs: number | null;
  /** The work that advances it, which another process may have taken over. */
  readonly advanceId: Uuid | null;
  /** By the real time. */
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
