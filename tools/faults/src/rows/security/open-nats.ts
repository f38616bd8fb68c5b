import type { PureRow } from '../../row.ts';
import { findOutcome } from '../../tests/run-tests.ts';
import { runStories } from './stories.ts';

const FILES = ['e2e/nats/forged-events.test.ts'];

export const openNats: PureRow = {
  id: 'T26',
  fault:
    'A client on the network of NATS, without credentials or with those of each app, reads, and forges `payment.succeeded`, foreign events and entries of the audit log',
  holds: 'Refused or ignored: no invoice is paid, and nothing is published or audited',
  control: 'a Florin on a NATS without access control',
  figures: ['tests failed'],
  skipReason: () =>
    process.platform === 'linux' ? undefined : 'the credentials of a process are read in /proc',
  run: async ({ isControl, testReport }) =>
    (testReport && (await findOutcome(testReport, FILES))) ||
    runStories({ hasOwnNats: isControl }, { files: FILES }, isControl),
};
