import { setImmediate as breathe } from 'node:timers/promises';
import type { PureRow } from '../row.ts';
import { losesASecond } from '../simulation/billing/broken-decide.ts';
import { simulate } from '../simulation/billing/simulate.ts';
import { makeStory } from '../simulation/billing/story.ts';
import { shrink } from '../simulation/shrink.ts';

export const simulatedBilling: PureRow = {
  id: 'F26B',
  fault:
    'random lives on the pure core of billing: months, weeks and years, trials, retries, pauses, changes, outcomes that come twice or late',
  holds: 'every status, period, charge and date is that of a simple model',
  control: 'billing that banks a second too little',
  figures: ['differences'],

  async run({ isControl, random, count, progress }) {
    const decide = isControl ? losesASecond : undefined;
    const steps = count({ short: 120_000, full: 1_200_000, control: 6_000 });
    const details: string[] = [];
    let differences = 0;
    for (let done = 0; done < steps; ) {
      const seed = random.below(2 ** 31);
      const story = makeStory(seed);
      if (simulate(story, decide) !== undefined) {
        differences += 1;
        const tell = (left: typeof story.steps) => simulate({ ...story, steps: left }, decide);
        if (details.length === 0) {
          const left = shrink(story.steps, (fewer) => tell(fewer) !== undefined);
          details.push(`story ${seed}, ${JSON.stringify(story.beginning)}: ${tell(left)}`);
          details.push(...left.map((step, index) => `${index + 1}. ${JSON.stringify(step)}`));
        }
      }
      done += story.steps.length;
      progress(done, steps);
      // A Ctrl-C would wait for the end otherwise.
      await breathe();
    }
    return { violations: { differences }, details, of: `${steps} steps` };
  },
};
