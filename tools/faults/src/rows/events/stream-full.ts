import { until } from '@florin/system-kit';
import { audit } from '../../auditor/audit.ts';
import { findWorkedTwice } from '../../auditor/twice.ts';
import { variant } from '../../florin/variants.ts';
import type { LiveRow } from '../../row.ts';
import { startUsualTraffic } from '../traffic.ts';
import { countUnpublished } from './count-events.ts';

/** The least that a stream can have; a gathered message has up to 128 kB. */
const STREAM_BYTES = 1_048_576;

export const streamFull: LiveRow = {
  id: 'F66',
  fault: 'webhooks stands still while more events occur than the stream of the ledger holds',
  holds: 'they wait in the outbox of the ledger, and webhooks handles each of them once',
  control: 'a ledger that forgets slow consumers',
  figures: ['events missing', 'double'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../../packages/events/src/publishing/progress-model.ts'),
    by: () => import('../../broken/packages/forgets-slow-consumers.ts'),
  }),
  florin: { hasOwnNats: true, settings: { NATS_STREAM_BYTES: String(STREAM_BYTES) } },

  async run(run) {
    const { florin, count } = run;
    const { processes, sql } = florin;
    // A stopped consumer has 128 messages of the stream already: the control needs more than these.
    const writes = count({ short: 2_500, full: 20_000, control: 7_000 });
    const traffic = await startUsualTraffic(run);
    await traffic.untilWritten(200);
    const webhooks = processes.of('webhooks');
    for (const { pid } of webhooks) process.kill(pid, 'SIGSTOP');
    let waited = 0;
    try {
      await traffic.untilWritten(writes);
      await traffic.end();
      waited = await countUnpublished(sql);
      run.progress(1, 2);
    } finally {
      for (const { pid } of webhooks) process.kill(pid, 'SIGCONT');
    }
    await until('publishing', async () => (await countUnpublished(sql)) === 0);
    const { violations, details } = await audit(run);
    const double = (await findWorkedTwice(sql)).length;
    return {
      violations: { ...violations, double },
      details,
      of: `${writes} writes, ${waited} events that waited for room`,
    };
  },
};
