import { z } from 'zod';
import {
  accountId,
  choice,
  createdAt,
  instant,
  instantOrNull,
  livemode,
  objectOf,
  ownId,
} from './members.ts';

export const testClockStatuses = ['ready', 'advancing'] as const;

export const testClockSchema = z
  .object({
    id: ownId('testClock', 'clock'),
    object: objectOf('test_clock'),
    livemode,
    account_id: accountId,
    frozen_time: instant(
      'Time of the clock (RFC 3339, UTC); its progress while it is being advanced.',
    ),
    status: choice(testClockStatuses, 'Status of the clock', {
      ready: 'it can be advanced',
      advancing: 'work that is due before `advancing_to` is being done',
    }),
    advancing_to: instantOrNull(
      'Target time of the advance (RFC 3339, UTC); null while it is ready.',
    ),
    created_at: createdAt.describe('Creation time (RFC 3339, UTC), in real time.'),
  })
  .meta({
    id: 'TestClock',
    description: 'A clock for subscriptions of test accounts. It moves only when it is advanced.',
  });

export type TestClockResource = z.output<typeof testClockSchema>;
