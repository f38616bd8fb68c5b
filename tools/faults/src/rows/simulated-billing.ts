import { decide } from '@florin/billing/src/domain/subscription/decide.ts';
import type { PureRow } from '../row.ts';
import { losesASecond } from '../simulation/billing/broken-decide.ts';
import { play, stories } from '../simulation/billing/simulate.ts';
import { searchForDifferences } from '../simulation/search.ts';

export const simulatedBilling: PureRow = {
  id: 'F26B',
  fault:
    'Random lives on the pure core of billing: months, weeks and years, trials, retries, pauses, changes, outcomes that arrive twice or late',
  holds: 'Every status, period, charge and date equals that of a simple model',
  control: 'billing that banks one second too few',
  figures: ['differences'],

  async run(run) {
    const steps = run.count({ short: 120_000, full: 1_200_000, control: 6_000 });
    const decideWith = run.isControl ? losesASecond : decide;
    const found = await searchForDifferences(run, steps, stories, (story) =>
      play(story, decideWith),
    );
    return { ...found, of: `${steps} steps` };
  },
};
