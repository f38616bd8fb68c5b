import type { PureRow } from '../../row.ts';
import { findOutcome } from '../../tests/run-tests.ts';
import { runStories } from './stories.ts';

const FILES = ['e2e/nats/forged-events.test.ts'];

export const openNats: PureRow = {
  id: 'T26',
  fault:
    'whoever reaches NATS, without credentials or with those of each app, reads, and forges `payment.succeeded`, events of others and entries of the audit log',
  holds: 'refused, or not believed: no invoice is paid, nothing is told or audited',
  control: 'a Florin on a NATS that lets everybody in',
  figures: ['tests failed'],
  obstacle: () =>
    process.platform === 'linux' ? undefined : 'the credentials of a process are read in /proc',
  run: async ({ isControl, testReport }) =>
    (testReport && (await findOutcome(testReport, FILES))) ||
    runStories({ hasOwnNats: isControl }, { files: FILES }, isControl),
};
