import { decideBatch } from '@florin/ledger/src/domain/commands/decide.ts';
import type { PureRow } from '../row.ts';
import { refusesTheLastCent } from '../simulation/broken-decide.ts';
import { searchForDifferences } from '../simulation/search.ts';
import { play, stories } from '../simulation/simulate.ts';

export const simulatedCore: PureRow = {
  id: 'F26',
  fault:
    'Random commands, single and in batches, on the pure core of the ledger: reused keys, captures, refunds, charges, closings, a clock that also steps back',
  holds:
    'Every answer, balance and transaction equals that of a simple model; batches equal single commands',
  control: 'a ledger that refuses a payment of the whole available balance',
  isAlways: true,
  figures: ['differences'],

  async run(run) {
    const decide = run.isControl ? refusesTheLastCent : decideBatch;
    const steps = run.count({ short: 100_000, full: 2_000_000, control: 10_000 });
    let batches = 0;
    const found = await searchForDifferences(run, steps, stories, (story) => {
      const played = play(story, decide);
      batches += played.batches.length;
      return played.outcomes.length;
    });
    return { ...found, of: `${steps} steps, ${batches} batches` };
  },
};
