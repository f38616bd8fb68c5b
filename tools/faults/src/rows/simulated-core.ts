import { setImmediate as breathe } from 'node:timers/promises';
import { decideBatch } from '@florin/ledger/src/posting/decide.ts';
import type { PureRow } from '../row.ts';
import { refusesTheLastCent } from '../simulation/broken-decide.ts';
import { shrink } from '../simulation/shrink.ts';
import { simulate } from '../simulation/simulate.ts';
import { describeStep, makeStory } from '../simulation/story.ts';

export const simulatedCore: PureRow = {
  id: 'F26',
  fault:
    'random commands, one by one and in batches, on the pure core of the ledger: keys used again, captures, refunds, charges, closings, a clock that also steps back',
  holds:
    'every answer, balance and transaction is that of a simple model; batches equal single commands',
  control: 'a ledger that refuses a payment of all that is available',
  figures: ['differences'],

  async run({ isControl, random, count, progress }) {
    const decide = isControl ? refusesTheLastCent : decideBatch;
    const steps = count({ short: 100_000, full: 2_000_000, control: 10_000 });
    const details: string[] = [];
    let differences = 0;
    let batches = 0;
    for (let done = 0; done < steps; ) {
      const seed = random.below(2 ** 31);
      const story = makeStory(seed);
      const simulated = simulate(story, decide);
      if (simulated.difference !== undefined) {
        differences += 1;
        const fails = (left: typeof story) => simulate(left, decide).difference !== undefined;
        if (details.length === 0) details.push(...describe(shrink(story, fails), seed, decide));
      }
      batches += simulated.batches;
      done += story.length;
      progress(done, steps);
      // A Ctrl-C would wait for the end otherwise.
      await breathe();
    }
    return { violations: { differences }, details, of: `${steps} steps, ${batches} batches` };
  },
};

function describe(
  story: ReturnType<typeof makeStory>,
  seed: number,
  decide: typeof decideBatch,
): readonly string[] {
  return [
    `story ${seed}: ${simulate(story, decide).difference}`,
    ...story.map((step, index) => `${index + 1}. ${describeStep(step)}`),
  ];
}
