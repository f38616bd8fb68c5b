import { startFlorin } from '../../florin/start-florin.ts';
import type { PureRow } from '../../row.ts';
import { STORIES_NEED, tellTo } from './stories.ts';

const START_MS_MAX = 120_000;

export const openNats: PureRow = {
  id: 'T26',
  fault:
    'whoever reaches NATS, without credentials or with those of each app, reads, and forges `payment.succeeded`, events of others and entries of the audit log',
  holds: 'refused, or not believed: no invoice is paid, nothing is told or audited',
  control: 'a Florin on a NATS that lets everybody in',
  figures: ['tests failed'],
  obstacle: () =>
    process.platform === 'linux' ? undefined : 'the credentials of a process are read in /proc',
  async run(run) {
    const needs = { ...STORIES_NEED, hasOwnNats: run.isControl };
    const florin = await startFlorin(needs, AbortSignal.timeout(START_MS_MAX));
    try {
      return await tellTo(florin, { ...run, files: ['e2e/nats/forged-events.test.ts'] });
    } finally {
      await florin.stop();
    }
  },
};
