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
      'The time that it shows (RFC 3339, UTC); while it is being advanced, how far it has come.',
    ),
    status: choice(testClockStatuses, 'Whether it stands still', {
      ready: 'it does, and can be advanced',
      advancing: 'what is due until `advancing_to` is being done',
    }),
    advancing_to: instantOrNull(
      'Where it is being advanced to (RFC 3339, UTC); null while it is ready.',
    ),
    created_at: createdAt.describe('When it was made (RFC 3339, UTC), by the real time.'),
  })
  .meta({
    id: 'TestClock',
    description:
      'A clock that stands still until it is advanced, and by which subscriptions of test accounts can live.',
  });

export type TestClockResource = z.output<typeof testClockSchema>;
