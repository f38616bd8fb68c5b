import { audit } from '../auditor/audit.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow } from '../row.ts';
import { startUsualTraffic } from './traffic.ts';

const LEDGERS = 2;

export const killedLedger: LiveRow = {
  id: 'F1',
  fault: 'A ledger is killed (SIGKILL) repeatedly under 16 clients that retry with the same key',
  holds: 'No acknowledged write is lost, applied twice or applied in part',
  control: 'a ledger that answers before the commit',
  isAlways: true,
  figures: ['lost', 'duplicate', 'imbalance'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../apps/ledger/src/posting/transaction.ts'),
    by: () => import('../broken/ledger/answers-before-commit.ts'),
  }),
  florin: { replicas: { ledger: LEDGERS } },

  async run(run) {
    const { processes } = run.florin;
    const kills = run.count({ short: 3, full: 100, control: 2 });
    const writesBetween = run.count({ short: 100, full: 200 });
    const traffic = await startUsualTraffic(run);
    for (let kill = 0; kill < kills; kill += 1) {
      // Kill only ledgers that are up.
      await processes.untilUp('ledger', LEDGERS);
      await traffic.untilWritten(writesBetween);
      processes.kill([run.random.pick(processes.of('ledger'))]);
      run.progress(kill + 1, kills);
    }
    await traffic.untilWritten(writesBetween);
    await traffic.end();
    await processes.untilUp('ledger', LEDGERS);
    const { violations, details, judgement } = await audit(run);
    return {
      violations,
      details,
      of: `${judgement.acknowledged} acknowledged writes, ${kills} kills`,
    };
  },
};
