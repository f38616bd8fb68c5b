import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@florin/system-kit';
import { audit } from '../../auditor/audit.ts';
import { findWorkedTwice } from '../../auditor/twice.ts';
import type { LiveRow } from '../../row.ts';
import { startUsualTraffic } from '../traffic.ts';
import { countUnpublished } from './count-events.ts';
import { forgetsSlowConsumers } from './forgets-slow-consumers.ts';

/** The smallest limit of a stream; a gathered message has up to 128 kB. */
const STREAM_BYTES = 1_048_576;
const LOOKS_MS = 6_000;

export const streamFull: LiveRow = {
  id: 'F66',
  fault:
    'webhooks is stopped and killed while more events occur than the stream of the ledger can store',
  holds: 'The events wait in the outbox of the ledger, and webhooks handles each of them once',
  ...forgetsSlowConsumers,
  florin: { hasOwnNats: true, settings: { NATS_STREAM_BYTES: String(STREAM_BYTES) } },

  async run(run) {
    const { florin, count } = run;
    const { processes, sql } = florin;
    const writes = count({ short: 2_500, full: 20_000, control: 2_500 });
    const traffic = await startUsualTraffic(run);
    await traffic.untilWritten(200);
    const webhooks = processes.of('webhooks');
    for (const { pid } of webhooks) process.kill(pid, 'SIGSTOP');
    let waited = 0;
    try {
      await traffic.untilWritten(writes);
      await traffic.end();
      waited = await countUnpublished(sql);
      // The publisher checks its stream three times in this time.
      await pause(LOOKS_MS);
      run.progress(1, 2);
    } finally {
      // Another process takes over, without the messages that NATS had sent to the first one.
      processes.kill(webhooks);
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
