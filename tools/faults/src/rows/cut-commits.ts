import { setTimeout as pause } from 'node:timers/promises';
import { openClients } from '@florin/system-kit';
import { audit } from '../auditor/audit.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow } from '../row.ts';
import { openHolders, payment } from './money.ts';

const CLIENTS = 8;
const CUTS = ['before', 'on the way', 'after'] as const;
const CUT_MS_MAX = 30_000;

export const cutCommits: LiveRow = {
  id: 'F17',
  fault:
    'The connection is cut at COMMIT: before Postgres has it, in transit, or after it; half of the requests have no key',
  holds: 'The ledger looks up the outcome: every response is true, and nothing is done twice',
  control: 'a ledger that treats a lost response as a failure and runs the batch again',
  isAlways: true,
  figures: ['duplicate', 'lost', 'denied', 'imbalance'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../apps/ledger/src/posting/transaction.ts'),
    by: () => import('../broken/ledger/retries-blindly.ts'),
  }),
  florin: { replicas: { ledger: 1 }, hasRelay: true },

  async run(run) {
    const { florin, folder, isControl } = run;
    const { relay } = florin;
    if (!relay) throw new Error('there is no relay');
    const rounds = run.count({ short: 40, full: 200, control: 30 });
    const clients = await openClients(florin.url, folder, CLIENTS);
    const [holder] = await openHolders(run, 1, rounds * CLIENTS);
    if (!holder) throw new Error('no account was opened');
    let keptPromises = 0;
    for (let round = 0; round < rounds; round += 1) {
      const cut = run.random.pick(CUTS);
      const isCut = relay.cutNextCommit(cut);
      const answers = await Promise.all(
        clients.map((client, index) => {
          const reference = `${isControl ? 'control' : 'sound'}-${round}-${index}`;
          // The first request may be alone in the batch that is cut: alternately with and without a
          // key.
          const key = (index + round) % 2 === 0 ? reference : undefined;
          return client.send(holder, payment(holder.accountId, 1, reference, key));
        }),
      );
      await Promise.race([
        isCut,
        pause(CUT_MS_MAX).then(() => Promise.reject(new Error('no cut'))),
      ]);
      if (cut === 'after' && answers.some((answer) => answer?.status === 201)) keptPromises += 1;
      run.progress(round + 1, rounds);
    }
    await Promise.all(clients.map((client) => client.close()));
    const { violations, details, judgement } = await audit(run);
    return {
      violations,
      details,
      of: `${rounds} cuts, ${judgement.acknowledged} acknowledged writes, ${keptPromises} cuts after the commit answered 201`,
    };
  },
};
