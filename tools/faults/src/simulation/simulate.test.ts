import { decideBatch } from '@florin/ledger/src/domain/commands/decide.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { refusesTheLastCent } from './broken-decide.ts';
import type { Decide } from './core.ts';
import { play, stories } from './simulate.ts';

/** Fixed stories, so that the counts of outcomes are deterministic. */
const SEED = 1;
const STORIES = 160;
/** Outcomes that the stories must cover. */
const OUTCOMES = [
  ...['credit 201', 'credit 400', 'credit 404', 'credit 422', 'payment 201', 'payment 402'],
  ...['payment 422', 'refund 201', 'refund 400', 'capture 200', 'capture 400', 'capture 409'],
  ...['cancel 200', 'cancel 404', 'cancel 409', 'end 200', 'end 409', 'note 200', 'touch 409'],
  ...['charge 200', 'charge 400', 'charge 402', 'charge 409', 'close 200'],
];

it("finds the ledger's core equal to the model, one by one and in batches", () => {
  const seen = new Map<string, number>();
  let batches = 0;
  const property = fc.property(stories, (story) => {
    const played = play(story, decideBatch);
    batches += played.batches.length;
    for (const outcome of played.outcomes) seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
  });
  fc.assert(property, { seed: SEED, numRuns: STORIES });
  expect(batches).toBeGreaterThan(1_500);
  const rare = OUTCOMES.filter((outcome) => (seen.get(outcome) ?? 0) < 5);
  expect(rare, JSON.stringify([...seen])).toEqual([]);
});

/** The shortest failing story, and its error. */
function findFailure(decide: Decide) {
  const property = fc.property(stories, (story) => void play(story, decide));
  const { counterexample, errorInstance } = fc.check(property, { seed: SEED });
  return { story: String(counterexample?.[0]).split(','), error: String(errorInstance) };
}

it('detects an off-by-one core, and reports the smallest story that shows it', () => {
  const { story, error } = findFailure(refusesTheLastCent);
  expect(story.length, story.join('\n')).toBeLessThan(6);
  expect(story.at(-1)).toMatch(/payment/);
  expect(error).toMatch(/the answer should be \{"status":201,.* is \{"status":402/);
});

it('detects batches that differ from single commands', () => {
  const forgetsTheLast: typeof decideBatch = (loaded, requests, sources) => {
    const { verdicts, writes } = decideBatch(loaded, requests, sources);
    const entries = requests.length > 2 ? writes.entries.slice(0, -1) : writes.entries;
    return { verdicts, writes: { ...writes, entries } };
  };
  expect(findFailure(forgetsTheLast).error).toMatch(
    'the tables of batches differ from those of single commands',
  );
});
