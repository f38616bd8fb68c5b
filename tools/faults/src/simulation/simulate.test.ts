import { decideBatch } from '@florin/ledger/src/posting/decide.ts';
import { expect, it } from 'vitest';
import { refusesTheLastCent } from './broken-decide.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulate.ts';
import { makeStory } from './story.ts';

const STORIES = 80;
/** Stories in which these never happen would prove little. */
const OUTCOMES = [
  ...['credit 201', 'credit 400', 'credit 404', 'credit 422', 'payment 201', 'payment 402'],
  ...['payment 422', 'refund 201', 'refund 400', 'capture 200', 'capture 400', 'capture 409'],
  ...['cancel 200', 'cancel 404', 'cancel 409', 'end 200', 'end 409', 'note 200', 'touch 409'],
  ...['charge 200', 'charge 400', 'charge 402', 'charge 409', 'close 200'],
];

it('finds the core of the ledger equal to the model, one by one and in batches', () => {
  const seen = new Map<string, number>();
  let batches = 0;
  for (let seed = 1; seed <= STORIES; seed += 1) {
    const simulated = simulate(makeStory(seed), decideBatch);
    expect(simulated.difference, `story ${seed}`).toBeUndefined();
    batches += simulated.batches;
    for (const outcome of simulated.outcomes) seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
  }
  expect(batches).toBeGreaterThan(1_500);
  const rare = OUTCOMES.filter((outcome) => (seen.get(outcome) ?? 0) < 5);
  expect(rare, JSON.stringify([...seen])).toEqual([]);
});

it('finds a core that is off by one out, and the smallest story that shows it', () => {
  const fails = (story: ReturnType<typeof makeStory>) =>
    simulate(story, refusesTheLastCent).difference !== undefined;
  const story = makeStory(1);
  expect(fails(story)).toBe(true);
  const smallest = shrink(story, fails);
  expect(smallest.length).toBeLessThan(6);
  expect(simulate(smallest, refusesTheLastCent).difference).toMatch(
    /payment .*: the answer should be \{"status":201,.* is \{"status":402/,
  );
});

it('finds batches that differ from single commands out', () => {
  const forgetsTheLast: typeof decideBatch = (loaded, submissions, sources) => {
    const { verdicts, writes } = decideBatch(loaded, submissions, sources);
    const entries = submissions.length > 2 ? writes.entries.slice(0, -1) : writes.entries;
    return { verdicts, writes: { ...writes, entries } };
  };
  expect(simulate(makeStory(1), forgetsTheLast).difference).toBe(
    'the tables of batches differ from those of single commands',
  );
});
