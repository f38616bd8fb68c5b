import { until } from '@florin/system-kit';
import { audit } from '../../auditor/audit.ts';
import { findWorkedTwice } from '../../auditor/twice.ts';
import type { LiveRow } from '../../row.ts';
import { startUsualTraffic } from '../traffic.ts';
import { countUndelivered, countUnpublished } from './count-events.ts';
import { forgetsSlowConsumers } from './forgets-slow-consumers.ts';

export const natsWiped: LiveRow = {
  id: 'F5',
  fault: 'The NATS store is wiped while webhooks is stopped, so that events are lost in transit',
  holds: 'The ledger publishes them again automatically',
  ...forgetsSlowConsumers,
  florin: { hasOwnNats: true },

  async run(run) {
    const { florin, count } = run;
    const { nats, processes, sql } = florin;
    if (!nats) throw new Error('there is no NATS of its own');
    const writes = count({ short: 500, full: 20_000, control: 1_500 });
    const traffic = await startUsualTraffic(run);
    await traffic.untilWritten(writes / 2);
    const webhooks = processes.of('webhooks');
    for (const { pid } of webhooks) process.kill(pid, 'SIGSTOP');
    try {
      await traffic.untilWritten(writes / 2);
      await traffic.end();
      await until('publishing', async () => (await countUnpublished(sql)) === 0);
      run.progress(1, 3);
      await nats.stop();
      await nats.wipe();
      await nats.start();
    } finally {
      for (const { pid } of webhooks) process.kill(pid, 'SIGCONT');
    }
    const lost = await countUndelivered(sql);
    run.progress(2, 3);
    const { violations, details } = await audit(run);
    if (lost === 0) throw new Error('no event was lost on the way');
    const double = (await findWorkedTwice(sql)).length;
    return {
      violations: { ...violations, double },
      details,
      of: `${writes} writes, ${lost} events lost on the way`,
    };
  },
};
