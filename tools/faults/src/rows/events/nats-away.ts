import { setTimeout as pause } from 'node:timers/promises';
import { readJournals } from '@florin/system-kit';
import { audit } from '../../auditor/audit.ts';
import { findWorkedTwice } from '../../auditor/twice.ts';
import { variant } from '../../florin/variants.ts';
import type { LiveRow } from '../../row.ts';
import { startUsualTraffic } from '../traffic.ts';
import { countEvents } from './count-events.ts';
import { republishAll } from './republish-all.ts';

const WRITES_BETWEEN = 200;

export const natsAway: LiveRow = {
  id: 'F4',
  fault:
    'NATS is down under 16 clients and returns with an empty store; all events are published again',
  holds: 'The API keeps working, and each event takes effect once',
  control: 'webhooks forgets which events it has processed',
  isAlways: true,
  figures: ['events missing', 'double', 'refused'],
  broken: variant({
    app: 'webhooks',
    module: () => import('../../../../../apps/webhooks/src/events/known-queries.ts'),
    by: () => import('../../broken/webhooks/forgets-events.ts'),
  }),
  florin: { hasOwnNats: true },

  async run(run) {
    const { florin, folder, count } = run;
    const { nats, sql } = florin;
    if (!nats) throw new Error('there is no NATS of its own');
    const traffic = await startUsualTraffic(run);
    await traffic.untilWritten(WRITES_BETWEEN);
    const before = await countEvents(sql);
    await nats.stop();
    run.progress(1, 4);
    await pause(count({ short: 5_000, full: 30_000, control: 2_000 }));
    const meanwhile = (await countEvents(sql)) - before;
    await nats.wipe();
    await nats.start();
    run.progress(2, 4);
    await republishAll(florin);
    await traffic.untilWritten(WRITES_BETWEEN);
    await traffic.end();
    run.progress(3, 4);
    const { violations, details, judgement } = await audit(run);
    const exchanges = (await readJournals(folder)).flatMap(({ results }) => results);
    const refused = exchanges.filter((each) => 'status' in each && each.status >= 500).length;
    const double = (await findWorkedTwice(sql)).length;
    return {
      violations: { ...violations, refused, double },
      details,
      of: `${judgement.acknowledged} acknowledged writes, ${meanwhile} events without NATS`,
    };
  },
};
