import { setImmediate as breathe } from 'node:timers/promises';
import fc from 'fast-check';
import type { Outcome, Run } from '../row.ts';

/** Stories played between two progress reports. */
const STORIES_AT_ONCE = 20;

/**
 * Plays seeded stories up to this number of steps; reports the first failure in its shrunk form.
 * @param play plays one, counts its steps, and throws a difference
 */
export async function searchForDifferences<Story>(
  { random, progress }: Pick<Run, 'random' | 'progress'>,
  steps: number,
  stories: fc.Arbitrary<Story>,
  play: (story: Story) => number,
): Promise<Pick<Outcome, 'violations' | 'details'>> {
  const details: string[] = [];
  let differences = 0;
  let done = 0;
  const property = fc.property(stories, (story) => {
    done += play(story);
  });
  while (done < steps) {
    const seed = random.below(2 ** 31);
    const checked = fc.check(property, { seed, numRuns: STORIES_AT_ONCE });
    if (checked.failed) {
      differences += 1;
      if (details.length === 0) details.push(fc.defaultReportMessage(checked) ?? `seed ${seed}`);
    }
    progress(Math.min(done, steps), steps);
    // Otherwise Ctrl-C would wait for the end.
    await breathe();
  }
  return { violations: { differences }, details };
}
