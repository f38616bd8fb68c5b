import { type PublisherName, publisherNames } from '@florin/contracts';
import { until, within } from '@florin/system-kit';
import { audit } from '../../auditor/audit.ts';
import { startSecondRegion } from '../../florin/second-region.ts';
import type { LiveRow } from '../../row.ts';
import { startUsualTraffic } from '../traffic.ts';
import { countUnpublished } from './count-events.ts';

const WRITES_BETWEEN = 60;
const CATCH_UP_MS_MAX = 20_000;

export const secondRegion: LiveRow = {
  id: 'F52',
  fault:
    'A second region, a NATS leaf node that mirrors the streams, is cut off under 16 clients and returns',
  holds: 'It catches up with every message, and the first region is not affected',
  control: 'a second region that stores only messages it sees live',
  figures: ['missing elsewhere', 'events missing'],
  isHeavy: true,
  florin: { natsCluster: 'packaged' },

  async run(run) {
    const { florin, isControl } = run;
    const { cluster, sql, dataDir } = florin;
    if (!cluster) throw new Error('there is no cluster of NATS');
    const before = isControl ? await messagesIn(cluster.messagesOf) : 0;
    const keeping = isControl ? 'what passes' : 'mirrors';
    const second = await startSecondRegion(dataDir, cluster, keeping);
    try {
      const traffic = await startUsualTraffic(run);
      await traffic.untilWritten(WRITES_BETWEEN);
      await second.cut();
      await traffic.untilWritten(WRITES_BETWEEN);
      await second.mend();
      await traffic.untilWritten(WRITES_BETWEEN);
      await traffic.end();
      await until('publishing', async () => (await countUnpublished(sql)) === 0);
      const { violations, details, judgement } = await audit(run);
      const missing = async () =>
        (await messagesIn(cluster.messagesOf)) - before - (await messagesIn(second.messagesOf));
      await within(isControl ? 0 : CATCH_UP_MS_MAX, async () => (await missing()) === 0);
      return {
        violations: { 'missing elsewhere': Math.abs(await missing()), ...violations },
        details,
        of: `${judgement.acknowledged} acknowledged writes, ${await messagesIn(second.messagesOf)} messages elsewhere`,
      };
    } finally {
      await second.stop();
    }
  },
};

async function messagesIn(messagesOf: (service: PublisherName) => Promise<number>) {
  const counts = await Promise.all(publisherNames.map(messagesOf));
  return counts.reduce((sum, count) => sum + count, 0);
}
