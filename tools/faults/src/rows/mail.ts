import type { Row } from '../row.ts';
import { tested } from './security/tested.ts';

/** A mail server that is away, has no room, refuses, or dies with a mail in its hands. */
export const mailRows: readonly Row[] = [
  tested({
    id: 'F39',
    fault:
      'a mail server is away, slow, has no room, refuses an address or dies after it took a mail, also in a run of 10 000; kill -9 of mail; an event arrives again',
    holds:
      'each mail is sent, and once where its end was seen; again, under the same Message-ID, where nobody saw it',
    control: 'a mail that tries once',
    files: ['apps/mail/test/sending.test.ts', 'apps/mail/test/renewal-run.test.ts'],
    broken: { module: 'apps/mail/src/outgoing/model.ts', by: 'mail/gives-up.ts' },
  }),
  tested({
    id: 'F62',
    fault: 'a mail server takes its time for some mails, one after another for all that there are',
    holds: 'other mails go on, and what somebody has asked for waits for nothing but its like',
    control: 'a mail that has all wait together',
    files: ['apps/mail/test/lanes.test.ts'],
    broken: { module: 'apps/mail/src/outgoing/lanes.ts', by: 'mail/one-lane.ts' },
  }),
];
